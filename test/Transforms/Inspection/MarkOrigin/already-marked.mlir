// RUN: polymem-opt %s --polymem-mark-origin --polymem-mark-origin -o %t \
// RUN:   --remarks-filter=polymem-mark-origin --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-mark-origin | diff - %t

// CHECK: [Missed] AlreadyMarked
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  return
}
