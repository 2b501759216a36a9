// RUN: polymem-opt %s --allow-unregistered-dialect --scratch-pipeline=stages=3 --remarks-filter=scratch-pipeline --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s --allow-unregistered-dialect -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Nothing is changed where it is refused.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @written_ahead(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    // expected-remark@below {{stays in its tile: a tile writes what one of the 2 behind it copies}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %A[%i + 16] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @loaded_again(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    // expected-remark@below {{tiles access what one of the 2 behind them copies again: let scratch-reuse keep it}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<98xf32, #box>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

// Elements of a diagonal: no two rows are in one cell, but no multiple of the
// step is known to keep them apart.
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, d1 >= 0, -d1 + 1 >= 0)>
func.func @no_layout(%A: memref<96x2xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    // expected-remark@below {{no multiple of the step or of its extent is proved to keep elements apart}}
    %b = scratch.alloc()[%t] : memref<96x2xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96x2xf32> to memref<96x2xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i, 1] : memref<96x2xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0 * 2), extents = ()[s0] -> (16)>
#own = affine_set<(d0)[s0] : (d0 - s0 * 2 >= 0, -d0 + s0 * 2 + 15 >= 0)>
func.func @layout_moves(%A: memref<192xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    // expected-remark@below {{its layout is no box that moves with the tile in one dimension}}
    %b = scratch.alloc()[%t] : memref<192xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<192xf32> to memref<192xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i * 2] : memref<192xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @behind_computation(%A: memref<96xf32>, %B: memref<96xf32>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    // expected-remark@below {{stays in its tile: tiles do other things before they copy}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.store %z, %B[symbol(%t)] : memref<96xf32>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 >= 0)>
func.func @size_in_tile(%A: memref<96xf32>, %B: memref<96xf32>, %n: memref<96xindex>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    %end = affine.load %n[symbol(%t)] : memref<96xindex>
    // expected-remark@below {{stays in its tile: tiles do other things before they copy}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t, %end) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @computing(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    // expected-remark@below {{stays in its tile: copies compute what the buffer gets}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box> computing {
    ^bb0(%x: f32):
      %y = arith.addf %x, %x : f32
      scratch.element %y : f32
    }
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @outer_buffer(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc()[%c0] : memref<96xf32, #box>
  // expected-remark@below {{tiles stay one after another: its layout has not one constant modulus}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%c0) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = 0 to 8 {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i + symbol(%t)] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func private @call()
func.func @unknown_effects(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  // expected-remark@below {{tiles stay one after another: 'func.call' may access any memory}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box>
    func.call @call() : () -> ()
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @asynchronous(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    // expected-remark@below {{stays in its tile: its copies are asynchronous}}
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    %k = scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box> -> !scratch.token
    scratch.wait %k
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @array_size_in_tile(%A: memref<?xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    %n = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%t]
    // expected-remark@below {{stays in its tile: its array's sizes are computed in the tile}}
    %b = scratch.alloc(%n)[%t] : memref<?xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<?xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>
func.func @size_of_other(%A: memref<?xf32>, %B: memref<96xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    %o = scratch.alloc(%n)[%t] : memref<?xf32, #box>
    %size = memref.dim %o, %c0 : memref<?xf32, #box>
    // expected-remark@below {{stays in its tile: what is copied depends on what the tile does before}}
    %b = scratch.alloc(%n)[%t] : memref<?xf32, #box>
    scratch.copy_in %A to %b over [#own](%t, %size) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<?xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#own = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
func.func @same_for_all(%A: memref<8xf32>, %B: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  // expected-remark@below {{tiles stay one after another: what tiles access does not depend on their origins}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    %b = scratch.alloc() : memref<8xf32, #box>
    scratch.copy_in %A to %b over [#own]() : memref<8xf32> to memref<8xf32, #box>
    affine.for %i = 0 to 8 {
      %x = affine.load %b[%i] : memref<8xf32, #box>
      affine.store %x, %B[%i] : memref<8xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @unknown_step(%A: memref<96xf32>, %B: memref<96xf32>, %half: index) {
  %c0 = arith.constant 0 : index
  %c80 = arith.constant 80 : index
  %s = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%half]
  // expected-remark@below {{tiles stay one after another: its step is no positive number that the model of the tile knows}}
  scratch.tile (%t) = (%c0) to (%c80) step (%s) {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @not_modelled(%A: memref<96xf32>, %B: memref<96xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  // expected-remark@below {{tiles stay one after another: the tile is not modelled: an operation with regions and unknown effects}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box>
    "other.region"() ({
      %x = affine.load %b[symbol(%t)] : memref<96xf32, #box>
      affine.store %x, %B[symbol(%t)] : memref<96xf32>
      "other.end"() : () -> ()
    }) : () -> ()
  }
  return
}
