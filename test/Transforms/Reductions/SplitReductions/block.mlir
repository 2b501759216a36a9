// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s
// RUN: polymem-opt %s --polymem-split-reductions=block-partials=1 | FileCheck %s --check-prefix=OFF

// In a sequential loop, here one whose iterations use the sums of the one
// before, the partial results are for one block.

// CHECK: #[[FIRST:.*]] = affine_map<(d0) -> (d0 * 3)>
// CHECK-LABEL: func @prefix
// CHECK: affine.for %{{.*}} = 1 to
// CHECK:   affine.for %[[P:.*]] = 0 to 256 {
// CHECK:     affine.for %{{.*}} = #[[FIRST]](%[[P]]) to %{{.*}} step 768 {
// CHECK:   affine.for %{{.*}} = 0 to 16 {
// CHECK:   affine.for %{{.*}} = 0 to 16 iter_args
// OFF-LABEL: func @prefix
// OFF-NOT: alloca
// OFF: return
func.func @prefix(%A: memref<?x?xi32>, %S: memref<?xi32>, %m: index, %n: index) {
  affine.for %k = 1 to %m {
    affine.for %i = 0 to %n step 3 {
      %x = affine.load %A[%k, %i] : memref<?x?xi32>
      %y = affine.load %S[%k - 1] : memref<?xi32>
      %xy = arith.muli %x, %y : i32
      %s = affine.load %S[%k] : memref<?xi32>
      %t = arith.addi %s, %xy : i32
      affine.store %t, %S[%k] : memref<?xi32>
    }
  }
  return
}

// Loops that make few iterations take no part.

// CHECK-LABEL: func @few
// CHECK-NOT: alloca
func.func @few(%A: memref<?xi32>, %S: memref<i32>) {
  affine.for %i = 0 to 63 {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}

// Neither does one block become a grid for them.

// CHECK-LABEL: func @some
// CHECK: affine.for %{{.*}} = 0 to 256 {
func.func @some(%A: memref<?xi32>, %S: memref<i32>) {
  affine.for %i = 0 to 1000 {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}
