// Private memory and the default memory space have no banks: nothing is said.
// Neither is there a launch without tiles.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x32xf32, #box>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %p = scratch.alloc() : memref<32x32xf32, #box, #gpu.address_space<private>>
      affine.store %x, %b[%i, 0] : memref<32x32xf32, #box>
      affine.store %x, %p[%i, 0] : memref<32x32xf32, #box, #gpu.address_space<private>>
    }
  }
  return
}

func.func @no_tile() {
  return
}

func.func private @external()
