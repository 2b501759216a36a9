// What is not mapped is a failure at what is in the way; all payload is as it
// was.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics
// RUN: not polymem-opt %s --transform-interpreter -split-input-file --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: func.func @second(
// CHECK-NOT:     gpu.launch

// The first tile could be mapped.
module attributes {transform.with_named_sequence} {
  func.func @second(%A: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = arith.constant 1.0 : f32
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
      // expected-error @below {{'memref.alloc' op allocates memory inside a launch}}
      %t = memref.alloc(%n) : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tiles = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.map'}}
    %launches = transform.polymem.map %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// An array that both tiles use is placed for both at once.
module attributes {transform.with_named_sequence} {
  func.func @local_array(%A: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{an array that other tiles use as well is placed for all of them at once: convert them together}}
    %t = memref.alloc(%n) : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] attributes {this} {
      %x = affine.load %A[%i] : memref<?xf32>
      affine.store %x, %t[%i] : memref<?xf32>
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
      %x = affine.load %t[%i] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %launches = transform.polymem.map %tile : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{the function has no tile to map}}
  func.func @none(%A: memref<?xf32>) {
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %launches = transform.polymem.map %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{options 'host-register' and 'device-copies' are about all launches of a function: convert the function, not tiles}}
  func.func @part(%A: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %launches = transform.polymem.map %tile {device_copies = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @inner(%A: memref<?xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
      // expected-error @below {{the tile is inside another one}}
      scratch.tile (%j) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] attributes {this} {
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %launches = transform.polymem.map %tile : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
