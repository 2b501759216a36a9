// A modulo of which it is known how the lanes differ: the tile's origin is a
// multiple of 32, so is the first row of each warp.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK: #scratch.mapping<(d0, d1) -> (d0 mod 16, d1), extents = () -> (16, 33)>

#w = #gpu.address_space<workgroup>
#turn = #scratch.mapping<(d0, d1) -> (d0 mod 16, d1), extents = () -> (16, 32)>
func.func @f(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    // Lanes t and t + 16 share a word.
    // expected-remark@below {{16x32 cells padded to 16x33, 64 bytes more: 1 wavefronts while the buffer lives instead of 16}}
    %b = scratch.alloc() : memref<64x32xf32, #turn, #w>
    %end = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%t]
    scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<64x32xf32, #turn, #w>
    }
  }
  return
}
