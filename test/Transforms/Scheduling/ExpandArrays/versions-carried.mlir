// RUN: polymem-opt %s > %t
// RUN: polymem-opt %s --polymem-expand-arrays --remarks-filter=polymem-expand-arrays --remark-policy=all 2>%t.remarks | diff %t -
// RUN: FileCheck %s < %t.remarks

// A loop in a step that carries a value is more than its bounds: nothing changes.

// CHECK: remark: [Missed] NotVersioned
// CHECK-SAME: 'affine.for' says more than the bounds of a loop
func.func @sums(%A: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %sum = affine.for %j = 0 to %n iter_args(%x = %zero) -> f32 {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %A[%i, %k] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
        affine.yield %s : f32
      }
    }
  }
  return
}
