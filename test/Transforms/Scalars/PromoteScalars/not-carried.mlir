// RUN: polymem-opt %s --polymem-promote-scalars | FileCheck %s

// What each iteration writes before it reads is not carried by the loop.

// CHECK-LABEL: func @private
// CHECK-NOT: alloca
// CHECK-NOT: iter_args
// CHECK: return
func.func @private(%A: memref<?xf32>, %n: index) {
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %t[] : memref<f32>
    %b = affine.load %t[] : memref<f32>
    %c = arith.mulf %b, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
