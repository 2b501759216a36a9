// Where a loop that has one iteration or none has it, it begins at the bound that the end is next to, whatever its other bounds are: lanes are
// in rows of their own, of 32 words. Of a loop of several iterations that is not known.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-policy=all -verify-diagnostics -o %t

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @single(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    // expected-remark@below {{per request: store 1 (was 32)}}
    %a = scratch.alloc() : memref<32x32xf32, #box, #w>
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = max affine_map<(d0)[s0] -> (s0, d0)>(%i)[%n] to affine_map<(d0) -> (d0 + 1)>(%i) {
        affine.store %x, %a[%k, 0] : memref<32x32xf32, #box, #w>
      }
      affine.for %k = max affine_map<(d0)[s0] -> (s0, d0)>(%i)[%n] to affine_map<(d0) -> (d0 + 2)>(%i) {
        // expected-remark@below {{the buffer that this refers to is not padded: a maximum differs between threads in a way that is not known}}
        affine.store %x, %b[%k, 0] : memref<32x32xf32, #box, #w>
      }
    }
  }
  return
}
