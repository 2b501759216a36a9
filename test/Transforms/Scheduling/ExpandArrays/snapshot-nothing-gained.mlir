// RUN: polymem-opt %s > %t.before
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-format=emitRemark > %t.after 2> %t.remarks
// RUN: cmp %t.before %t.after
// RUN: FileCheck %s < %t.remarks

// The sum keeps the loop in its order with a copy of A, too.

// CHECK: [Missed] NothingGained | {{.*}}no array is copied in front of the nest
func.func @sums(%A: memref<?xf32>, %s: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + 1] : memref<?xf32>
    %b = affine.load %s[] : memref<f32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %s[] : memref<f32>
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
