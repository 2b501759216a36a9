// RUN: polymem-opt %s -o %t.plain
// RUN: polymem-opt %s --polymem-mark-origin --polymem-check | diff - %t.plain
// RUN: polymem-opt %s --polymem-mark-origin --polymem-check=keep-markers | FileCheck %s
// CHECK: polymem.origin
// CHECK: scratch.origin
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
