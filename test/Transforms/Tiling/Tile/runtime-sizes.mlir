// RUN: polymem-opt %s --polymem-tile="sizes=arg2,8" | FileCheck %s

// A tile size that is a function argument; the steps of the loops stay, so
// tiles are size * step apart.

// CHECK-DAG: #[[$SPAN:.*]] = affine_map<()[s0] -> (s0 * 3)>
// CHECK-DAG: #[[$END:.*]] = affine_map<()[s0, s1, s2] -> (s0, s1 * 3 + s2)>
// CHECK-LABEL: func @run_time
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
func.func @run_time(%A: memref<?x?xf32>, %N: index, %S: index) {
  // CHECK: %[[SPAN:.*]] = affine.apply #[[$SPAN]]()[%[[S]]]
  // CHECK: scratch.tile (%[[I:.*]], %{{.*}}) = (%[[C0]], %[[C0]]) to (%[[N]], %[[N]]) step (%[[SPAN]], %[[C8]]) {
  // CHECK:   affine.for %{{.*}} = %[[I]] to min #[[$END]]()[%[[N]], %[[S]], %[[I]]] step 3 {
  affine.for %i = 0 to %N step 3 {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
