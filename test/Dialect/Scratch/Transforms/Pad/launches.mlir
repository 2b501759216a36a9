// Each launch has its own threads and its own shared memory: a sequential tile
// around launches is on the host, a launch that is there already is left alone.
//
// RUN: polymem-opt %s --scratch-pad=capacity=4224 --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics -o %t

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @f(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%h) = (%c0) to (%n) step (%c1) {
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      // expected-remark@below {{32x32 cells padded to 32x33, 128 bytes more: 1 wavefronts while the buffer lives instead of 32}}
      %a = scratch.alloc() : memref<32x32xf32, #box, #w>
      scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %a[%i, 0] : memref<32x32xf32, #box, #w>
      }
    }
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      // expected-remark@below {{32x32 cells padded to 32x33, 128 bytes more: 1 wavefronts while the buffer lives instead of 16}}
      %b = scratch.alloc() : memref<32x32xf32, #box, #w>
      scratch.tile (%i) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %b[%i, 0] : memref<32x32xf32, #box, #w>
      }
    }
  }
  return
}
