// Lanes along a row, lanes that read one word, and one dimension, which no
// padding changes: nothing is done, and said why.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
#line = #scratch.mapping<(d0) -> (d0), extents = () -> (64)>
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells not padded: no padding saves more than a hundredth of the 64 wavefronts while the buffer lives; per request: store 1, load 1}}
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    // expected-remark@below {{64 cells not padded: no padding saves more than a hundredth of the 2 wavefronts while the buffer lives; per request: store 2}}
    %c = scratch.alloc() : memref<64xf32, #line, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 32 {
        affine.store %x, %b[%k, %i] : memref<32x32xf32, #box, #w>
        %y = affine.load %b[%k, 7] : memref<32x32xf32, #box, #w>
      }
      affine.store %x, %c[2 * %i] : memref<64xf32, #line, #w>
    }
  }
  return
}
