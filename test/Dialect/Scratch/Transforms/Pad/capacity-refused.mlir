// Buffers that cannot be padded take their part of the memory all the same.
//
// RUN: polymem-opt %s --scratch-pad=capacity=12415 | FileCheck %s --check-prefix=SAME
// RUN: polymem-opt %s --scratch-pad=capacity=12416 | FileCheck %s --check-prefix=PADDED
// SAME-NOT: (32, 49)
// SAME: -> (32, 48)>
// SAME-NOT: (32, 49)
// PADDED: -> (32, 49)>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
func.func @f(%x: f32, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() : memref<32x48xf32, #box, #w>
    %b = scratch.alloc() : memref<32x48xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %a[%i, 0] : memref<32x48xf32, #box, #w>
      affine.vector_store %v, %b[%i, 0] : memref<32x48xf32, #box, #w>, vector<4xf32>
    }
  }
  return
}
