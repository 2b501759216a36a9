// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=32,32,16" | FileCheck %s

// The statement before the k loop gets point loops of its own: the loops over
// points are distributed over it and the k tile.

// CHECK-LABEL: func @gemm
// CHECK-SAME:    %[[C:[a-z0-9]+]]: memref<?x?xf32>, %[[A:[a-z0-9]+]]: memref<?x?xf32>, %[[B:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
func.func @gemm(%C: memref<?x?xf32>, %A: memref<?x?xf32>,
                %B: memref<?x?xf32>, %M: index, %N: index, %K: index,
                %beta: f32) {
  // CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[M]], %[[N]]) step (%[[C32]], %[[C32]]) mapping [#gpu.block<y>, #gpu.block<x>] {
  // CHECK:   %[[IE:.*]] = affine.min #{{.*}}()[%[[M]], %[[I]]]
  // CHECK:   %[[JE:.*]] = affine.min #{{.*}}()[%[[N]], %[[J]]]
  // CHECK:   scratch.tile (%[[II:.*]], %[[JJ:.*]]) = (%[[I]], %[[J]]) to (%[[IE]], %[[JE]]) step (%[[C1]], %[[C1]]) mapping [#gpu.thread<y>, #gpu.thread<x>] {
  // CHECK:     affine.load %[[C]][%[[II]], %[[JJ]]]
  // CHECK:     affine.store %{{.*}}, %[[C]][%[[II]], %[[JJ]]]
  // CHECK:   }
  // CHECK:   scratch.tile (%[[K0:.*]]) = (%[[C0]]) to (%[[K]]) step (%[[C16]]) {
  // CHECK:     scratch.tile (%[[II:.*]], %[[JJ:.*]]) = (%[[I]], %[[J]]) to (%[[IE]], %[[JE]]) step (%[[C1]], %[[C1]]) mapping [#gpu.thread<y>, #gpu.thread<x>] {
  // CHECK:       affine.for %[[KK:.*]] = %[[K0]] to min #{{.*}}()[%[[K]], %[[K0]]] {
  // CHECK:         affine.load %[[A]][%[[II]], %[[KK]]]
  // CHECK:         affine.store %{{.*}}, %[[C]][%[[II]], %[[JJ]]]
  // CHECK-NOT: affine.for
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c0 = affine.load %C[%i, %j] : memref<?x?xf32>
      %s = arith.mulf %c0, %beta : f32
      affine.store %s, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %K {
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
