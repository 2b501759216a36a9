// RUN: polymem-opt %s --polymem-tile="sizes=8,8" | FileCheck %s

// A strided loop whose start depends on an outer loop: points start at the
// first iteration not before the tile.

// CHECK: #[[$LO:.*]] = affine_map<(d0)[s0] -> (d0, d0 + ((-d0 + s0) ceildiv 3) * 3)>
// CHECK-LABEL: func @strided
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C24:.*]] = arith.constant 24 : index
func.func @strided(%A: memref<?x?xf32>, %N: index) {
  // CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%{{.*}}, %{{.*}}) step (%[[C8]], %[[C24]]) {
  // CHECK:   affine.for %[[II:.*]] = %[[I]] to
  // CHECK:     affine.for %{{.*}} = max #[[$LO]](%[[II]])[%[[J]]] to min #{{.*}} step 3 {
  affine.for %i = 0 to %N {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %N step 3 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
