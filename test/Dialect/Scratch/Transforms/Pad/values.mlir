// How the lanes differ is followed through the operations that compute
// subscripts.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics -o %t

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
#shifted = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 32)>
func.func @values(%x: f32, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    // Pairs of lanes share a row, and a word.
    // expected-remark@below {{per request: store 1 (was 16)}}
    %a = scratch.alloc() : memref<32x32xf32, #box, #w>
    // Lanes 0 to 4 share one, and one of a loop that begins at the lane's row.
    // expected-remark@below {{per request: store 1 (was 28), store 1 (was 32)}}
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    // Lanes 10 to 31 share a row; a loop of the dialect scf is the same for all.
    // expected-remark@below {{per request: store 1 (was 11), store 1 (was 32)}}
    %c = scratch.alloc() : memref<32x32xf32, #box, #w>
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%n, %t]
    // What is computed from values that lanes share does not matter, nor a minimum
    // that they share, whether it cancels or not.
    // expected-remark@below {{per request: store 1 (was 32), store 1 (was 32)}}
    %d = scratch.alloc()[%end] : memref<64x32xf32, #shifted, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
      affine.store %x, %a[%half, 0] : memref<32x32xf32, #box, #w>
      %most = affine.max affine_map<(d0) -> (d0, 4)>(%i)
      affine.store %x, %b[%most, 0] : memref<32x32xf32, #box, #w>
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to 32 {
        affine.store %x, %b[%k, 0] : memref<32x32xf32, #box, #w>
      }
      %least = affine.min affine_map<(d0) -> (d0, 10)>(%i)
      affine.store %x, %c[%least, 0] : memref<32x32xf32, #box, #w>
      scf.for %k = %c0 to %n step %s {
        memref.store %x, %c[%i, %k] : memref<32x32xf32, #box, #w>
      }
      affine.store %x, %d[%i + symbol(%end), 0] : memref<64x32xf32, #shifted, #w>
      %product = arith.muli %n, %s : index
      memref.store %x, %d[%i, %product] : memref<64x32xf32, #shifted, #w>
    }
  }
  return
}

// Two dimensions on one axis: four lanes a row, eight rows a warp.
func.func @linear(%x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells padded to 32x36, 512 bytes more: 1 wavefronts while the buffer lives instead of 8; per request: store 1 (was 8)}}
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) mapping [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>] {
      affine.store %x, %b[%i, %j] : memref<32x32xf32, #box, #w>
    }
  }
  return
}

// Sums and differences of the dialect arith are followed like affine.apply:
// a column, and a row.
func.func @sums(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells padded to 32x33, 128 bytes more: 2 wavefronts while the buffer lives instead of 33; per request: store 1 (was 32), store 1}}
    %a = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %last = arith.subi %c31, %i : index
      memref.store %x, %a[%last, %c0] : memref<32x32xf32, #box, #w>
      %sum = arith.addi %last, %i : index
      memref.store %x, %a[%sum, %last] : memref<32x32xf32, #box, #w>
    }
  }
  return
}
