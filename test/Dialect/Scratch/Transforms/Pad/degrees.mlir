// P2, section 6: the degree of conflicts is gcd(stride, banks), here for the
// lanes of a warp in a column of rows of 1, 2, 3, 4, 6, 8, 16, 32 and 48 cells,
// with 32 banks and with 16. With 16 banks a warp goes in two halves, so a
// request takes two wavefronts at least. Pads are those that make the stride
// odd.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=BANKS32
// RUN: polymem-opt %s --scratch-pad="machine=nvidia-gtx8800" --remarks-filter=scratch-pad --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=BANKS16

#w = #gpu.address_space<workgroup>
#r1 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 1)>
#r2 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 2)>
#r3 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 3)>
#r4 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 4)>
#r6 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 6)>
#r8 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 8)>
#r16 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 16)>
#r32 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
#r48 = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>

// BANKS32: 32x1 cells not padded: no padding saves more than a hundredth of the 1 wavefronts while the buffer lives; per request: store 1
// BANKS32: 32x2 cells padded to 32x3, 128 bytes more: 1 wavefronts while the buffer lives instead of 2; per request: store 1 (was 2)
// BANKS32: 32x3 cells not padded: no padding saves more than a hundredth of the 1 wavefronts
// BANKS32: 32x4 cells padded to 32x5, {{.*}} per request: store 1 (was 4)
// BANKS32: 32x6 cells padded to 32x7, {{.*}} per request: store 1 (was 2)
// BANKS32: 32x8 cells padded to 32x9, {{.*}} per request: store 1 (was 8)
// BANKS32: 32x16 cells padded to 32x17, {{.*}} per request: store 1 (was 16)
// BANKS32: 32x32 cells padded to 32x33, {{.*}} per request: store 1 (was 32)
// BANKS32: 32x48 cells padded to 32x49, {{.*}} per request: store 1 (was 16)

// BANKS16: 32x1 cells not padded: no padding saves more than a hundredth of the 2 wavefronts while the buffer lives; per request: store 2
// BANKS16: 32x2 cells padded to 32x3, 128 bytes more: 2 wavefronts while the buffer lives instead of 4; per request: store 2 (was 4)
// BANKS16: 32x3 cells not padded: no padding saves more than a hundredth of the 2 wavefronts
// BANKS16: 32x4 cells padded to 32x5, {{.*}} per request: store 2 (was 8)
// BANKS16: 32x6 cells padded to 32x7, {{.*}} per request: store 2 (was 4)
// BANKS16: 32x8 cells padded to 32x9, {{.*}} per request: store 2 (was 16)
// BANKS16: 32x16 cells padded to 32x17, {{.*}} per request: store 2 (was 32)
// BANKS16: 32x32 cells padded to 32x33, {{.*}} per request: store 2 (was 32)
// BANKS16: 32x48 cells padded to 32x49, {{.*}} per request: store 2 (was 32)

func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x1xf32, #r1, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x1xf32, #r1, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x2xf32, #r2, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x2xf32, #r2, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x3xf32, #r3, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x3xf32, #r3, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x4xf32, #r4, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x4xf32, #r4, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x6xf32, #r6, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x6xf32, #r6, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x8xf32, #r8, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x8xf32, #r8, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x16xf32, #r16, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x16xf32, #r16, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x32xf32, #r32, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x32xf32, #r32, #w>
    }
  }
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x48xf32, #r48, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %b[%i, 0] : memref<32x48xf32, #r48, #w>
    }
  }
  return
}
