// With `strict`, that no buffer moves is an error, with the reason for each.

// RUN: polymem-opt %s -split-input-file --scratch-hoist-copies=strict -verify-diagnostics

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
func.func @stays(%A: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    // expected-error @below {{scratch-hoist-copies: the buffer stays in its tile: 'affine.store' in the tile accesses elements of its array}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    %y = affine.load %b[%i] : memref<32xf32, #box>
    affine.store %x, %A[%i] : memref<32xf32>
  }
  return
}

// -----

// expected-error @below {{scratch-hoist-copies: no buffer is in a sequential tile}}
func.func @none() {
  return
}

// -----

// One of two moves.
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
func.func @one_of_two(%A: memref<32xf32>, %B: memref<32xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    %a = scratch.alloc() : memref<32xf32, #box>
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %a over [#all]() : memref<32xf32> to memref<32xf32, #box>
    scratch.copy_in %B to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    %y = affine.load %a[%i] : memref<32xf32, #box>
    %z = affine.load %b[%i] : memref<32xf32, #box>
    affine.store %x, %A[%i] : memref<32xf32>
  }
  return
}
