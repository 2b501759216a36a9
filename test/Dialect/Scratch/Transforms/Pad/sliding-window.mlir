// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{block-sizes=32,128 sizes=32,32 mapping=gpu},scratch-promote,scratch-hoist-copies,scratch-reuse,scratch-pad))' | FileCheck %s
// RUN: polymem-run %s --compare --emulate --pipeline='polymem-to-emulator{block-sizes=32,128 sizes=32,32 reuse=always}' | FileCheck %s --check-prefix=SAME
// RUN: polymem-run %s --compare --emulate --count --pipeline='polymem-to-emulator{block-sizes=32,128 sizes=32,32 reuse=always}' | FileCheck %s --check-prefix=COUNT

// Lanes of one column of a window that slides down meet in one bank where its
// rows have 32 cells. The remainder stays that by the window's 34 rows.

// CHECK: #scratch.mapping<(d0, d1)[s0] -> (d0 mod 34, d1 - s0), extents = ()[s0] -> (34, 33)>
// SAME: identical
// Requests, accesses, bytes, wavefronts: 32 each without padding. Where a window
// wraps around in a request, two lanes may meet.
// COUNT: shared load 3072 98304 393216 5120 3072
func.func @columns(%A: memref<130x256xf32>, %B: memref<256x128xf32>) {
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 128 {
      %x = affine.load %A[%j, %i] : memref<130x256xf32>
      %y = affine.load %A[%j + 1, %i] : memref<130x256xf32>
      %z = affine.load %A[%j + 2, %i] : memref<130x256xf32>
      %0 = arith.addf %x, %y : f32
      %1 = arith.addf %0, %z : f32
      affine.store %1, %B[%i, %j] : memref<256x128xf32>
    }
  }
  return
}
