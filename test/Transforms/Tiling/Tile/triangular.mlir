// RUN: polymem-opt %s --polymem-tile="sizes=8,8,8" | FileCheck %s

// Bounds that depend on loops of the band: tiles run over the hull, points have
// the exact bounds.

// CHECK-DAG: #[[$LO:.*]] = affine_map<(d0)[s0] -> (d0, s0)>
// CHECK-DAG: #[[$LAST:.*]] = affine_map<()[s0] -> (s0 - 1)>
// CHECK-DAG: #[[$UP:.*]] = affine_map<(d0)[s0] -> (d0, s0 + 8)>
// CHECK-LABEL: func @upper
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
func.func @upper(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %N: index) {
  // CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[N]], %[[N]]) step (%[[C8]], %[[C8]]) {
  // CHECK:   affine.for %[[II:.*]] = %[[I]] to
  // CHECK:     affine.for %{{.*}} = max #[[$LO]](%[[II]])[%[[J]]] to
  affine.for %i = 0 to %N {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %N {
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The k tiles of one i tile end with its last i.
// CHECK-LABEL: func @inner
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
func.func @inner(%A: memref<?x?xf32>, %C: memref<?xf32>, %N: index) {
  // CHECK: scratch.tile (%[[I:.*]]) = (%[[C0]]) to (%[[N]]) step (%[[C8]]) {
  // CHECK:   %[[IE:.*]] = affine.min #{{.*}}()[%[[N]], %[[I]]]
  // CHECK:   %[[KE:.*]] = affine.apply #[[$LAST]]()[%[[IE]]]
  // CHECK:   scratch.tile (%[[K:.*]]) = (%[[C0]]) to (%[[KE]]) step (%[[C8]]) {
  // CHECK:     affine.for %[[II:.*]] = %[[I]]
  // CHECK:       affine.for %{{.*}} = %[[K]] to min #[[$UP]](%[[II]])[%[[K]]] {
  affine.for %i = 0 to %N {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %a = affine.load %A[%i, %k] : memref<?x?xf32>
      %c = affine.load %C[%i] : memref<?xf32>
      %s = arith.addf %a, %c : f32
      affine.store %s, %C[%i] : memref<?xf32>
    }
  }
  return
}
