// P2, section 6: a padding that is good for one reference may be bad for
// another. Lanes in a column are apart by a row, those in a diagonal by a row
// and a cell: one of the two is even. Of rows of 31 cells, the diagonal makes 32
// wavefronts; a pad of 1 would only turn that round, a pad of 2 leaves 2.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK: extents = () -> (32, 33)>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 31)>
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x31 cells padded to 32x33, 256 bytes more: 3 wavefronts while the buffer lives instead of 32; per request: store 1, store 2 (was 31)}}
    %b = scratch.alloc() : memref<32x31xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c31) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x31xf32, #box, #w>
      affine.store %x, %b[%i, %i] : memref<32x31xf32, #box, #w>
    }
  }
  return
}
