// transform.polymem.hoist_copies moves the buffers of one tile, not those of
// another; handles to both stay valid.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @f(
  // CHECK:         scratch.alloc
  // CHECK:         scratch.tile {{.*}} attributes {moved, this} {
  // CHECK-NOT:       scratch.alloc
  // CHECK:         }
  // CHECK:         scratch.tile {{.*}} {
  // CHECK-NEXT:      scratch.alloc
  func.func @f(%A: memref<32xf32>, %B: memref<32xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) attributes {this} {
      %b = scratch.alloc() : memref<32xf32, #box>
      scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
      %y = affine.load %b[%i] : memref<32xf32, #box>
      affine.store %y, %B[%i] : memref<32xf32>
    }
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
      %b = scratch.alloc() : memref<32xf32, #box>
      scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
      %y = affine.load %b[%i] : memref<32xf32, #box>
      affine.store %y, %B[%i] : memref<32xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    transform.polymem.hoist_copies %tile : !transform.any_op
    transform.annotate %tile "moved" : !transform.any_op
    transform.yield
  }
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
module attributes {transform.with_named_sequence} {
  func.func @refused(%A: memref<32xf32>, %x: f32) {
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
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.hoist_copies'}}
    transform.polymem.hoist_copies %f : !transform.any_op
    transform.yield
  }
}
