// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=8,4" | FileCheck %s

// affine.parallel is a band; its declaration counts, even where a dependence
// cannot be excluded (the two subscripts may be equal).

// CHECK-LABEL: func @declared
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
func.func @declared(%A: memref<?x?xf32>, %N: index, %m: index) {
  // CHECK: scratch.tile {{.*}} step (%[[C8]], %[[C8]]) mapping [#gpu.block<y>, #gpu.block<x>] {
  // CHECK:   scratch.tile {{.*}} step (%[[C1]], %[[C2]]) mapping [#gpu.thread<y>, #gpu.thread<x>] {
  // CHECK-NOT: affine.parallel
  affine.parallel (%i, %j) = (0, 0) to (%N, %N) step (1, 2) {
    %a = affine.load %A[%i + symbol(%m), %j] : memref<?x?xf32>
    affine.store %a, %A[%i, %j] : memref<?x?xf32>
  }
  return
}
