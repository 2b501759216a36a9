// What a linalg operation computes is part of it: no markers inside.

// RUN: polymem-opt %s --polymem-mark-origin | FileCheck %s
// CHECK: linalg.matmul
// CHECK-NOT: scratch.origin
// CHECK: return
func.func @f(%A: memref<16x16xf32>, %B: memref<16x16xf32>, %C: memref<16x16xf32>) {
  affine.for %i = 0 to 4 {
    linalg.matmul ins(%A, %B : memref<16x16xf32>, memref<16x16xf32>) outs(%C : memref<16x16xf32>)
  }
  return
}
