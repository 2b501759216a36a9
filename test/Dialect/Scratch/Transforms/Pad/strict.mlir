// With `strict`, that nothing is padded though a buffer has conflicts is an
// error with the numbers; a buffer without conflicts is fine as it is.

// RUN: not polymem-opt %s --scratch-pad="strict capacity=6144" -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --scratch-pad="strict capacity=8192" | FileCheck %s --check-prefix=PADDED
// CHECK: error: scratch-pad: 32x48 cells not padded to 32x49, which would take 2 wavefronts instead of 32: 128 bytes more are too many; the launch's buffers fill 6144 of 6144 bytes without padding
// CHECK-NOT: error
// PADDED: -> (32, 49)>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
func.func @column(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() : memref<32x48xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %a[%i, 0] : memref<32x48xf32, #box, #w>
      affine.store %x, %a[%i, 1] : memref<32x48xf32, #box, #w>
    }
  }
  return
}

func.func @row(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %a = scratch.alloc() : memref<32x48xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %a[0, %i] : memref<32x48xf32, #box, #w>
    }
  }
  return
}
