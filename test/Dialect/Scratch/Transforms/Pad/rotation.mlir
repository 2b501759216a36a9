// Where there is no room for padding, rows of a power of two of cells are rotated
// instead, by as many cells per row as a padding would add; elements narrower
// than a bank, rows of other lengths and other ranks stay as they are. With room
// for the padding it is padded.
//
// RUN: polymem-opt %s --scratch-pad=capacity=30720 --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-opt %s --scratch-pad | FileCheck %s --check-prefix=ROOM
// ROOM-NOT: mod 32
// ROOM: -> (32, 33)>
// ROOM-NOT: mod 32

// CHECK: #[[ROTATED:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, (d1 + d0 - s0) mod 32), extents = ()[s0] -> (32, 32)>
// CHECK: scratch.alloc()[%{{.*}}] : memref<64x32xf32, #[[ROTATED]], #gpu.address_space<workgroup>>
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}}, 0] : memref<64x32xf32, #[[ROTATED]], #gpu.address_space<workgroup>>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 32)>
#half = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 64)>
#short = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 16)>
#long = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 96)>
#planes = #scratch.mapping<(d0, d1, d2) -> (d0, d1, d2), extents = () -> (2, 32, 32)>
func.func @f(%x: f32, %h: f16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%t) = (%c0) to (%c64) step (%c32) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells, row i rotated by 1 i: 2 wavefronts while the buffer lives instead of 33; per request: store 1 (was 32), store 1}}
    %a = scratch.alloc()[%t] : memref<64x32xf32, #box, #w>
    // expected-remark@below {{32x64 cells not padded to 32x66, which would take 1 wavefronts instead of 32}}
    %b = scratch.alloc() : memref<32x64xf16, #half, #w>
    // expected-remark@below {{32x16 cells not padded to 32x17, which would take 1 wavefronts instead of 16}}
    %c = scratch.alloc() : memref<32x16xf32, #short, #w>
    // expected-remark@below {{2x32x32 cells not padded to 2x32x33, which would take 1 wavefronts instead of 32}}
    %d = scratch.alloc() : memref<2x32x32xf32, #planes, #w>
    // expected-remark@below {{32x96 cells not padded to 32x97, which would take 1 wavefronts instead of 32}}
    %e = scratch.alloc() : memref<32x96xf32, #long, #w>
    %end = affine.apply affine_map<()[s0] -> (s0 + 32)>()[%t]
    scratch.tile (%i) = (%t) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %a[%i, 0] : memref<64x32xf32, #box, #w>
      affine.store %x, %a[%t, %i - symbol(%t)] : memref<64x32xf32, #box, #w>
      affine.store %h, %b[%i - symbol(%t), 0] : memref<32x64xf16, #half, #w>
      affine.store %x, %c[%i - symbol(%t), 0] : memref<32x16xf32, #short, #w>
      affine.store %x, %e[%i - symbol(%t), 0] : memref<32x96xf32, #long, #w>
      affine.store %x, %d[0, %i - symbol(%t), 0] : memref<2x32x32xf32, #planes, #w>
    }
  }
  return
}
