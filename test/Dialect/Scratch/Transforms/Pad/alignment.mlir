// Elements narrower than a bank: what the lanes share decides which of them share
// a word. Rows of 33 halves do for column 0, but in column 1 lanes 0 and 31 meet;
// in a loop over columns the worst one counts, and rows have 34.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics -o %t

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @f(%x: f16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells padded to 32x33, 64 bytes more: 1 wavefronts while the buffer lives instead of 16; per request: store 1 (was 16)}}
    %a = scratch.alloc() : memref<32x32xf16, #box, #w>
    // expected-remark@below {{32x32 cells padded to 32x34, 128 bytes more: 1 wavefronts while the buffer lives instead of 16; per request: store 1 (was 16)}}
    %b = scratch.alloc() : memref<32x32xf16, #box, #w>
    // expected-remark@below {{32x32 cells padded to 32x34, 128 bytes more: 32 wavefronts while the buffer lives instead of 512; per request: store 1 (was 16)}}
    %c = scratch.alloc() : memref<32x32xf16, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %a[%i, 0] : memref<32x32xf16, #box, #w>
      affine.store %x, %b[%i, 1] : memref<32x32xf16, #box, #w>
      affine.for %k = 0 to 32 {
        affine.store %x, %c[%i, %k] : memref<32x32xf16, #box, #w>
      }
    }
  }
  return
}
