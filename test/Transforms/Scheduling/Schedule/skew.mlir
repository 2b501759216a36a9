// RUN: polymem-opt %s --polymem-schedule=outer-parallel=false | FileCheck %s

// The dependence on [i - 1, j + 1] forbids tiles of i and j; of i and i + j they
// are legal.

// CHECK-LABEL: func @diagonal
// CHECK: affine.for
// CHECK: affine.for
// CHECK: } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true>}
// CHECK: } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true>}
func.func @diagonal(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %y = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
