// RUN: polymem-opt %s --scratch-pipeline=stages=2 --remarks-filter=scratch-pipeline --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Uses of buffers of a strip that keep tiles one after another; nothing is changed.

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 - 2 >= 0, -d0 + s0 + 9 >= 0)>
func.func @of_somebody_else(%A: memref<98xf32>, %B: memref<98xf32>, %b: memref<98xf32, #ring>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  // expected-remark@below {{tiles stay one after another: copies fill what is no buffer of its own}}
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
func.func @used_otherwise(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: it is used in a way that is not understood}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = memref.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 - 2 >= 0, -d0 + s0 + 9 >= 0)>
func.func @copied_sometimes(%A: memref<98xf32>, %B: memref<98xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: its copies are not in the tile's body itself}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
      scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring>
    }
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
func.func @asynchronous(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c80 = arith.constant 80 : index
  %b = scratch.alloc() {shared_cells} : memref<98xf32, #ring>
  // expected-remark@below {{tiles stay one after another: its copies are asynchronous}}
  scratch.tile (%t) = (%c0) to (%c80) step (%c8) {
    %k = scratch.copy_in %A to %b over [#own](%t) : memref<98xf32> to memref<98xf32, #ring> -> !scratch.token
    scratch.wait %k
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #ring>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @already(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  // expected-remark@below {{tiles stay one after another: they are pipelined already}}
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 1, lag = 0, order = barrier>} {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      affine.store %x, %B[%i] : memref<96xf32>
    }
  }
  return
}
