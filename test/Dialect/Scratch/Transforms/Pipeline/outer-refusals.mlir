// RUN: polymem-opt %s --scratch-pipeline=stages=2 --remarks-filter=scratch-pipeline --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Buffers that tiles hand on. Nothing is changed where it is refused.

#ring = #scratch.mapping<(d0) -> (d0 mod 7), extents = () -> (7)>
#own = affine_set<(d0)[s0] : (d0 - s0 - 2 >= 0, -d0 + s0 + 9 >= 0)>
func.func @no_layout(%A: memref<98xf32>, %B: memref<98xf32>, %C: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: 15 cells in dimension 0 are not proved to keep elements apart}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0  >= 0, -d0 + s0 + 9 >= 0)>
func.func @loaded_again(%A: memref<98xf32>, %B: memref<98xf32>, %C: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: tiles access what one of the 1 behind them copies again}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 - 2 >= 0, -d0 + s0 + 9 >= 0)>
func.func @written_ahead(%A: memref<98xf32>, %B: memref<98xf32>, %C: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: a tile writes what one of the 1 behind it copies}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %A[%i + 10] : memref<98xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 - 2 >= 0, -d0 + s0 + 9 >= 0)>
func.func @used_outside(%A: memref<98xf32>, %B: memref<98xf32>, %C: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: it is used outside the tile, too}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  %y = affine.load %b[0] : memref<98xf32, #ring>
  affine.store %y, %C[0] : memref<98xf32>
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 - 2 >= 0, -d0 + s0 + 9 >= 0)>
func.func @several_arrays(%A: memref<98xf32>, %B: memref<98xf32>, %C: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: it is copied from or to several arrays}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    scratch.copy_in %C to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 - 2 >= 0, -d0 + s0 + 9 >= 0)>
func.func @several_strips(%A: memref<98xf32>, %B: memref<98xf32>, %C: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  affine.for %s = 0 to 2 {
  // expected-remark@below {{tiles stay one after another: it is kept for more than the tiles of one strip}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  }
  return
}
