// Why a buffer stays in its tile, one remark each; the functions are unchanged.
//
// RUN: polymem-opt %s -split-input-file --scratch-hoist-copies --remarks-filter=scratch-hoist-copies --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

func.func @array_accessed(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{the buffer stays in its tile: 'affine.store' in the tile accesses elements of its array}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    %y = affine.load %b[%i] : memref<32xf32, #box>
    affine.store %x, %A[%i] : memref<32xf32>
  }
  return
}

// -----

// Elements 16..31 are stored to, but a new copy brings the old values back.
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

func.func @changed(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{elements that are stored to are copied in again in each iteration, but not copied out}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    affine.store %x, %b[%i + 16] : memref<32xf32, #box>
    scratch.copy_out %b to %A over [#half]() : memref<32xf32, #box> to memref<32xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

func.func @asynchronous(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{its copies are asynchronous}}
    %b = scratch.alloc() : memref<32xf32, #box>
    %t = scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box> -> !scratch.token
    scratch.wait %t
    %x = affine.load %b[%i] : memref<32xf32, #box>
  }
  return
}

// -----

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (4)>
#some = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 3 >= 0)>
func.func @depends(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%c32) step (%c4) {
    // expected-remark@below {{it depends on the tile's origin}}
    %b = scratch.alloc()[%i] : memref<32xf32, #row>
    scratch.copy_in %A to %b over [#some](%i) : memref<32xf32> to memref<32xf32, #row>
    %x = affine.load %b[%i] : memref<32xf32, #row>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

func.func @two_arrays(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{it is copied from or to several arrays}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    scratch.copy_out %b to %B over [#all]() : memref<32xf32, #box> to memref<32xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

func.func @used_before(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{its copies are not around all of its uses}}
    %b = scratch.alloc() : memref<32xf32, #box>
    %x = affine.load %b[%i] : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

func.func @no_copies() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{it has no copies}}
    %b = scratch.alloc() : memref<32xf32, #box>
    %x = affine.load %b[%i] : memref<32xf32, #box>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

func.func @other_use(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{'memref.load' uses it}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    %x = memref.load %b[%i] : memref<32xf32, #box>
  }
  return
}

// -----

// A copy inside a loop of the tile is none of the tile's own.
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>

func.func @copy_inside(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{its copies are not in the tile's body itself}}
    %b = scratch.alloc() : memref<32xf32, #box>
    affine.for %k = 0 to 2 {
      scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
      %y = affine.load %b[%i] : memref<32xf32, #box>
      affine.store %y, %b[%i] : memref<32xf32, #box>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>

func.func @out_before_in(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{it is copied out before it is copied in}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_out %b to %A over [#all]() : memref<32xf32, #box> to memref<32xf32>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
  }
  return
}

// -----

// One of two arrays: what else accesses it cannot be said.
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>

func.func @unknown_memory(%A: memref<32xf32>, %B: memref<32xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %S = arith.select %c, %A, %B : memref<32xf32>
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark@below {{the memory behind its array is not known}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %S to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    %y = affine.load %b[%i] : memref<32xf32, #box>
  }
  return
}
