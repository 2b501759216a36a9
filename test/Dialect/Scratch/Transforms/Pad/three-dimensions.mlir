// Lanes are apart by a plane of 8 x 4 cells: a multiple of 8 whatever is added to
// a row, of 4 whatever number of rows is added. One more of both makes 45, odd.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK: extents = () -> (32, 9, 5)>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1, d2) -> (d0, d1, d2), extents = () -> (32, 8, 4)>
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x8x4 cells padded to 32x9x5, 1664 bytes more: 1 wavefronts while the buffer lives instead of 32; per request: store 1 (was 32)}}
    %b = scratch.alloc() : memref<32x8x4xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0, 0] : memref<32x8x4xf32, #box, #w>
    }
  }
  return
}
