// isl merged what is read of the array into a set that holds more, and the copy
// into the buffer went beyond it.

// RUN: polymem-run %s --compare --uninterpreted --check-bounds \
// RUN:   --pipeline='builtin.module(func.func(scratch-promote{scope=nest},convert-scratch-to-memref))'
// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s
// CHECK: live-in: {{.*}} mod 2 = 0

func.func @f(%A: memref<29x23xbf16>) {
  affine.for %i = -1 to 5 {
    %0 = affine.load %A[%i * 2 + 3, %i * 2 + 2] : memref<29x23xbf16>
    affine.for %j = 0 to 5 {
      %1 = affine.load %A[%j + 1, %i + 1] : memref<29x23xbf16>
      affine.store %1, %A[%i * 2 + 3, %i * 2 + 2] : memref<29x23xbf16>
    }
    affine.store %0, %A[0, 0] : memref<29x23xbf16>
  }
  return
}
