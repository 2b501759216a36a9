// References count as often as they are executed: with rows of 34 cells, two of
// the column meet in one bank, once, and none of the diagonal, 100 times. (Once
// each, the shorter rows of 33 are as good; see two-references.mlir.)
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK: extents = () -> (32, 34)>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 31)>
func.func @f(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x31 cells padded to 32x34, 384 bytes more: 102 wavefronts while the buffer lives instead of 3101; per request: store 2 (was 1), store 1 (was 31)}}
    %b = scratch.alloc() : memref<32x31xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c31) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x31xf32, #box, #w>
      affine.for %k = 0 to 100 {
        affine.store %x, %b[%i, %i] : memref<32x31xf32, #box, #w>
      }
    }
  }
  return
}
