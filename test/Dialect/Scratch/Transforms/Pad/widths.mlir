// Elements of other widths than a bank: a half warp of f64 fills all banks, two
// f16 share a word. Of f16, 32 lanes in rows of 64 cells (32 words) meet in one
// bank; a pad of one element, half a word, is enough.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics -o %t

#w = #gpu.address_space<workgroup>
#box32 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
#box64 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 64)>
#box128 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 128)>

func.func @f64(%x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells padded to 32x33, 256 bytes more: 2 wavefronts while the buffer lives instead of 32; per request: store 2 (was 32)}}
    %b = scratch.alloc() : memref<32x32xf64, #box32, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x32xf64, #box32, #w>
    }
  }
  return
}

func.func @f16(%x: f16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x64 cells padded to 32x66, 128 bytes more: 1 wavefronts while the buffer lives instead of 32; per request: store 1 (was 32)}}
    %b = scratch.alloc() : memref<32x64xf16, #box64, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x64xf16, #box64, #w>
    }
  }
  return
}

// Rows of bytes: the shared word of a lane depends on the column.
func.func @i8(%x: i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x128 cells padded to 32x132, 128 bytes more: 128 wavefronts while the buffer lives instead of 4096; per request: store 1 (was 32)}}
    %b = scratch.alloc() : memref<32x128xi8, #box128, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 128 {
        affine.store %x, %b[%i, %k] : memref<32x128xi8, #box128, #w>
      }
    }
  }
  return
}
