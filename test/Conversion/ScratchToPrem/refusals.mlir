// RUN: polymem-opt %s --convert-scratch-to-prem --remarks-filter=convert-scratch-to-prem --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Nothing is changed where it is refused.

// a[i] = a[i + 1] on two cores: the second one may have stored what the first
// one has yet to load.
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (9)>
#in = affine_set<(d0)[s0] : (d0 - s0 - 1 >= 0, -d0 + s0 + 8 >= 0)>
#out = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @anti_dependence(%A: memref<97xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [8], groups = [2]>} {
    // expected-remark@below {{a tile stores what a tile on another core loads or stores}}
    %b = scratch.alloc()[%t] : memref<97xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<97xf32> to memref<97xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 1] : memref<97xf32, #box>
      affine.store %x, %b[%i] : memref<97xf32, #box>
    }
    scratch.copy_out %b to %A over [#out](%t) : memref<97xf32, #box> to memref<97xf32>
  }
  return
}

// -----

// Each tile stores every other element, its neighbour in the loop the others.
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#out = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, (d0 - s0) mod 2 == 0)>
func.func @hull(%A: memref<97xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%t) = (%c0) to (%c2) step (%c1) mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [1], groups = [2]>} {
    // expected-remark@below {{the box around what a tile stores has elements that it does not store, but another core or another buffer does}}
    %b = scratch.alloc()[%t] : memref<97xf32, #box>
    affine.for %i = 0 to 4 {
      affine.store %zero, %b[%i * 2 + symbol(%t)] : memref<97xf32, #box>
    }
    scratch.copy_out %b to %A over [#out](%t) : memref<97xf32, #box> to memref<97xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @two_buffers(%A: memref<97xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  scratch.tile (%t) = (%c0) to (%c40) step (%c8) {
    %next = affine.apply affine_map<(d0) -> (d0 + 8)>(%t)
    %a = scratch.alloc()[%t] : memref<97xf32, #box>
    // expected-remark@below {{what it stores is in another buffer in another tile: the array needs one buffer (scratch-promote with 'partition=hull')}}
    %b = scratch.alloc()[%next] : memref<97xf32, #box>
    scratch.copy_in %A to %a over [#set](%t) : memref<97xf32> to memref<97xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %a[%i] : memref<97xf32, #box>
      affine.store %x, %b[%i + 8] : memref<97xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%next) : memref<97xf32, #box> to memref<97xf32>
  }
  return
}

// -----

func.func @main_memory(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      // expected-remark@below {{'affine.load' uses an array that is in main memory: all that a segment accesses has to be in buffers of its tile}}
      %x = affine.load %A[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @outside(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  // expected-remark@below {{'affine.store' is outside of tiles: only segments may access memory}}
  affine.store %zero, %B[0] : memref<96xf32>
  return
}

// -----

// Two buffers of 64,000 bytes do not fit beside code and stack.
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8000)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7999 >= 0)>
func.func @too_large(%A: memref<96000xf64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8000 : index
  %c96 = arith.constant 96000 : index
  %zero = arith.constant 0.0 : f64
  // expected-remark@below {{its buffers, two of each array that is streamed, take 128000 bytes, but a scratchpad has 122880: 131072 less 8192 for code and stack}}
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    %b = scratch.alloc()[%t] : memref<96000xf64, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8000)>(%t) {
      affine.store %zero, %b[%i] : memref<96000xf64, #box>
    }
    scratch.copy_out %b to %A over [#set](%t) : memref<96000xf64, #box> to memref<96000xf64>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (9)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 8 >= 0)>
#out = affine_set<(d0)[s0] : (d0 - s0 - 1 >= 0, -d0 + s0 + 8 >= 0)>
func.func @streamed_scan(%A: memref<97xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) attributes {prem.plan = #prem.plan<tile = [8], modes = {arg0 = #prem.mode<stream>}>} {
    // expected-remark@below {{its plan wants the array to be streamed, but what the segments of a box store, those of the next box load or store}}
    %b = scratch.alloc()[%t] : memref<97xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<97xf32> to memref<97xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<97xf32, #box>
      affine.store %x, %b[%i + 1] : memref<97xf32, #box>
    }
    scratch.copy_out %b to %A over [#out](%t) : memref<97xf32, #box> to memref<97xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @not_mapped(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{its plan has 2 groups in dimension 0, which is not mapped to cores}}
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) attributes {prem.plan = #prem.plan<tile = [8], groups = [2]>} {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @mode_of_nothing(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@below {{its plan has a mode for 'arg1', which its tiles do not copy from or to}}
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) attributes {prem.plan = #prem.plan<tile = [8], modes = {arg1 = #prem.mode<serial>}>} {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}

// -----

// Two names of one array.
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @view(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  %any = memref.cast %A : memref<96xf32> to memref<?xf32>
  %B = memref.cast %any : memref<?xf32> to memref<96xf32>
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    // expected-remark@below {{its array is a view, or the memory behind it is not known}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %B over [#set](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}

// -----

// How much is stored is computed in the tile.
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, s1 - d0 - 1 >= 0)>
func.func @end_in_tile(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    %square = arith.muli %t, %t : index
    // expected-remark@below {{what its copies move is not known, or depends on what is computed in the tiles}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%t, %square] {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#set](%t, %square) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}

// -----

// A core reduces in a loop.
#whole = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#eight = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @parallel_results(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    %b = scratch.alloc()[%t] : memref<96xf32, #whole>
    scratch.copy_in %A to %b over [#eight](%t) : memref<96xf32> to memref<96xf32, #whole>
    // expected-remark@below {{'affine.parallel' yields values: a core reduces in a loop}}
    %sum = affine.parallel (%i) = (0) to (8) reduce ("addf") -> (f32) {
      %x = affine.load %b[%i + symbol(%t)] : memref<96xf32, #whole>
      affine.yield %x : f32
    }
    affine.store %sum, %b[%t] : memref<96xf32, #whole>
    scratch.copy_out %b to %A over [#eight](%t) : memref<96xf32, #whole> to memref<96xf32>
  }
  return
}

// -----

// Tiles that are in flight together: PREM has pipelines of its own.
#ring = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + 95 >= 0)>
#out = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @carried_tokens(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  // expected-remark@below {{'scratch.alloc' is outside of tiles: only segments may access memory}}
  %b = scratch.alloc() {shared_cells} : memref<96xf32, #ring>
  // expected-remark@below {{'scratch.copy_in' is outside of tiles: only segments may access memory}}
  %first = scratch.copy_in %A to %b over [#own](%c0) : memref<96xf32> to memref<96xf32, #ring> -> !scratch.token
  %r = scratch.tile (%t) = (%c0) to (%c96) step (%c8) iter_tokens(%u = %first) {
    scratch.wait %u
    %next = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%t]
    %w = scratch.copy_in %A to %b over [#own](%next) : memref<96xf32> to memref<96xf32, #ring> -> !scratch.token
    %o = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #ring>
      affine.store %x, %o[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %o to %B over [#out](%t) : memref<96xf32, #box> to memref<96xf32>
    scratch.yield %w
  }
  return
}
