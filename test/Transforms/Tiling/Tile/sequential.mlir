// RUN: polymem-opt %s --polymem-tile="sizes=8,16,4" | FileCheck %s

// Without mapping: the same nest of tiles, and loops over points. Parallel
// loops (i, j) come outside, the k loop inside, whatever the order was.

// CHECK: #[[$I:.*]] = affine_map<()[s0, s1] -> (s0, s1 + 8)>
// CHECK: #[[$K:.*]] = affine_map<()[s0, s1] -> (s0, s1 + 16)>
// CHECK: #[[$J:.*]] = affine_map<()[s0, s1] -> (s0, s1 + 4)>
// CHECK-LABEL: func @ikj
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
func.func @ikj(%C: memref<?x?xf32>, %A: memref<?x?xf32>, %B: memref<?x?xf32>,
               %M: index, %N: index, %K: index) {
  // CHECK:      scratch.tile (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[M]], %[[N]]) step (%[[C8]], %[[C4]]) {
  // CHECK-NEXT:   scratch.tile (%[[K0:.*]]) = (%[[C0]]) to (%[[K]]) step (%[[C16]]) {
  // CHECK-NEXT:     affine.for %{{.*}} = %[[I]] to min #[[$I]]()[%[[M]], %[[I]]] {
  // CHECK-NEXT:       affine.for %{{.*}} = %[[K0]] to min #[[$K]]()[%[[K]], %[[K0]]] {
  // CHECK-NEXT:         affine.for %{{.*}} = %[[J]] to min #[[$J]]()[%[[N]], %[[J]]] {
  affine.for %i = 0 to %M {
    affine.for %k = 0 to %K {
      affine.for %j = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %r = arith.addf %c, %p : f32
        affine.store %r, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
