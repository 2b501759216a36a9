// A constant global has its copy in device memory, with `device-copies` too.

// RUN: polymem-run %s --check --compare --emulate \
// RUN:   --pipeline='builtin.module(func.func(polymem-tile{sizes=4,4 mapping=gpu},convert-scratch-to-gpu{device-copies}))' \
// RUN:   | FileCheck %s
// CHECK: f: identical (1 arrays, 64 elements, 56 changed)

memref.global "private" constant @w : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
func.func @f(%A: memref<64xf32>) {
  %w = memref.get_global @w : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i * 8 + %j] : memref<64xf32>
      %y = affine.load %w[%j] : memref<8xf32>
      %z = arith.mulf %x, %y : f32
      affine.store %z, %A[%i * 8 + %j] : memref<64xf32>
    }
  }
  return
}
