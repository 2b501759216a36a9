// RUN: polymem-opt %s --scratch-promote="memory-space=default" --remarks-filter=scratch-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// A subscript in which two loops share a dimension has a rank less than the
// depth. That is reuse only if some element is accessed twice.

// CHECK: [Missed] NoReuse | {{.*}}Function=rows | {{.*}}Remark="arg0 stays
func.func @rows(%A: memref<65536xf32>, %B: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%c16) step (%c16) {
    affine.for %r = 0 to 16 {
      affine.for %q = 0 to 16 {
        %a = affine.load %A[%q + 16 * %r] : memref<65536xf32>
        affine.store %a, %B[%r, %q] : memref<16x16xf32>
      }
    }
  }
  return
}

// CHECK: [Passed] Promoted | {{.*}}Function=window | {{.*}}Remark="arg0 kept
func.func @window(%A: memref<65536xf32>, %B: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%i) = (%c0) to (%c16) step (%c16) {
    affine.for %r = 0 to 16 {
      affine.for %q = 0 to 16 {
        %a = affine.load %A[%q + 15 * %r] : memref<65536xf32>
        affine.store %a, %B[%r, %q] : memref<16x16xf32>
      }
    }
  }
  return
}
