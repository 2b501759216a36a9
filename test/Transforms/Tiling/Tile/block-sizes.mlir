// RUN: polymem-opt %s --polymem-tile="mapping=gpu block-sizes=64,128 sizes=16,arg2 thread-sizes=1,4" | FileCheck %s

// Three levels (PPoPP'08, figure 3): blocks, tiles inside a block that run one
// after the other, threads. 16 divides 64, so the end of the inner tile of i is
// clipped once; for j, of run-time size, both ends count.

// CHECK-DAG: #[[$B64:.*]] = affine_map<()[s0, s1] -> (s0, s1 + 64)>
// CHECK-DAG: #[[$T16:.*]] = affine_map<()[s0, s1] -> (s0, s1 + 16)>
// CHECK-DAG: #[[$TN:.*]] = affine_map<()[s0, s1, s2, s3] -> (s0, s1 + 128, s2 + s3)>
// CHECK-DAG: #[[$P:.*]] = affine_map<()[s0, s1, s2, s3, s4] -> (s0, s1 + 128, s2 + s3, s4 + 4)>
// CHECK-LABEL: func @blocks
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C128:.*]] = arith.constant 128 : index
func.func @blocks(%A: memref<?x?xf32>, %N: index, %S: index) {
  // CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = (%[[C0]], %[[C0]]) to (%[[N]], %[[N]]) step (%[[C64]], %[[C128]]) mapping [#gpu.block<y>, #gpu.block<x>] {
  // CHECK:   %[[IE:.*]] = affine.min #[[$B64]]()[%[[N]], %[[I]]]
  // CHECK:   %[[JE:.*]] = affine.min
  // CHECK:   scratch.tile (%[[I2:.*]], %[[J2:.*]]) = (%[[I]], %[[J]]) to (%[[IE]], %[[JE]]) step (%[[C16]], %[[S]]) {
  // CHECK:     %[[IE2:.*]] = affine.min #[[$T16]]()[%[[N]], %[[I2]]]
  // CHECK:     %[[JE2:.*]] = affine.min #[[$TN]]()[%[[N]], %[[J]], %[[S]], %[[J2]]]
  // CHECK:     scratch.tile (%[[II:.*]], %[[JJ:.*]]) = (%[[I2]], %[[J2]]) to (%[[IE2]], %[[JE2]]) step (%[[C1]], %[[C4]]) mapping [#gpu.thread<y>, #gpu.thread<x>] {
  // CHECK:       affine.for %[[P:.*]] = %[[JJ]] to min #[[$P]]()[%[[N]], %[[J]], %[[S]], %[[J2]], %[[JJ]]] {
  // CHECK:         affine.load %{{.*}}[%[[II]], %[[P]]]
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
