// RUN: polymem-opt %s --scratch-reuse=capacity=64 --remarks-filter=scratch-reuse --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Nothing is changed where it is refused.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @written_by_others(%A: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: 'affine.store' in the tile accesses elements of its array}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<98xf32, #box>
      affine.store %x, %A[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @nothing_in_common(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    // expected-remark@below {{no tile accesses what one before it did}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @asynchronous(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: its copies are asynchronous}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    %k = scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box> -> !scratch.token
    scratch.wait %k
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<98xf32, #box>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @sometimes_copied(%A: memref<98xf32>, %B: memref<98xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{its copies are not in the tile's body itself}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
      scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
      affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
        %x = affine.load %b[%i + 2] : memref<98xf32, #box>
        affine.store %x, %B[%i] : memref<98xf32>
      }
    }
  }
  return
}

// -----

#turn = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @shares_cells(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{its elements share cells already}}
    %b = scratch.alloc() {shared_cells} : memref<98xf32, #turn>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #turn>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<98xf32, #turn>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

// A buffer with two cells, for elements that are 16 apart.
#w = #gpu.address_space<workgroup>
#two = #scratch.mapping<(d0)[s0] -> ((d0 - s0) floordiv 16), extents = ()[s0] -> (2)>
func.func @does_not_fit(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%t) = (%c0) to (%c64) step (%c1) {
    // expected-remark@below {{with 17 elements, 68 bytes, buffers would take 68 of 64 bytes}}
    %b = scratch.alloc()[%t] : memref<98xf32, #two, #w>
    scratch.copy_in %A to %b over [affine_set<(d0)[s0] : (d0 - s0 == 0)>, affine_set<(d0)[s0] : (d0 - s0 - 16 == 0)>](%t) : memref<98xf32> to memref<98xf32, #two, #w>
    %x = affine.load %b[symbol(%t)] : memref<98xf32, #two, #w>
    %y = affine.load %b[symbol(%t) + 16] : memref<98xf32, #two, #w>
    %z = arith.addf %x, %y : f32
    affine.store %z, %B[symbol(%t)] : memref<98xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @pipelined(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8)
      attributes {pipeline = #scratch.pipeline<lead = 1, lag = 0, order = barrier>} {
    // expected-remark@below {{each tile fills its buffer anew: tiles are pipelined already}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<98xf32, #box>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}
