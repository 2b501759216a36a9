// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=8,4" | FileCheck %s

// affine.parallel is a band; its declaration counts, even where a dependence
// cannot be excluded (the two subscripts may be equal).

// CHECK-LABEL: func @declared
func.func @declared(%A: memref<?x?xf32>, %N: index, %m: index) {
  // CHECK: scratch.tile {{.*}} step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
  // CHECK:   scratch.tile {{.*}} step (%c1, %c2) mapping [#gpu.thread<y>, #gpu.thread<x>] {
  // CHECK-NOT: affine.parallel
  affine.parallel (%i, %j) = (0, 0) to (%N, %N) step (1, 2) {
    %a = affine.load %A[%i + symbol(%m), %j] : memref<?x?xf32>
    affine.store %a, %A[%i, %j] : memref<?x?xf32>
  }
  return
}
