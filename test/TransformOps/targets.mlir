// Payload of the wrong kind is a failure at that payload; a machine that does not
// exist one of the script, which nothing silences.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @loop(%n: index) {
    // expected-error @below {{expected a function, got 'affine.for'}}
    affine.for %i = 0 to %n {
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["affine.for"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.schedule'}}
    %f = transform.polymem.schedule %loop : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @inner_loop(%n: index) {
    affine.for %i = 0 to %n {
      // expected-error @below {{expected an outermost loop, but 'affine.for' is around it}}
      affine.for %j = 0 to %n {
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["affine.for"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %tiles, %blocks = transform.polymem.tile %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_loop(%n: index) {
    // expected-error @below {{expected a function or an outermost affine loop, got 'arith.addi'}}
    %m = arith.addi %n, %n : index
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["arith.addi"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %tiles, %blocks = transform.polymem.tile %op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{polymem-tile: 'arg3' in option 'sizes': function 'no_argument' has 2 arguments}}
  func.func @no_argument(%A: memref<?xf32>, %n: index) {
    affine.for %i = 0 to %n {
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["affine.for"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %tiles, %blocks = transform.polymem.tile %loop {sizes = ["arg3"]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @already_tiled(%n: index) {
    %c1 = arith.constant 1 : index
    // expected-error @below {{the nest holds tiles already}}
    affine.for %i = 0 to %n {
      scratch.tile (%j) = (%c1) to (%n) step (%c1) {
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["affine.for"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %tiles, %blocks = transform.polymem.tile %loop : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{the function has no scratch.tile; tile it, or name a loop nest}}
  func.func @no_tile(%n: index) {
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.promote'}}
    %buffers = transform.polymem.promote %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @nested(%A: memref<?xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    scratch.tile (%i) = (%c1) to (%n) step (%c1) {
      // expected-error @below {{the block is inside another one that is to be promoted; do one after the other}}
      scratch.tile (%j) = (%c1) to (%n) step (%c1) {
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tiles = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %buffers = transform.polymem.promote %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @threads(%A: memref<?xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    // expected-error @below {{scratch-promote: nothing is promoted here: each thread would need a workgroup buffer of its own; use memory-space=private}}
    scratch.tile (%i) = (%c1) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %A[%i] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tiles = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %buffers = transform.polymem.promote %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @part_of_launch(%A: memref<?xf32>, %n: index) {
    %c1 = arith.constant 1 : index
    scratch.tile (%i) = (%c1) to (%n) step (%c1) mapping [#gpu.block<x>] {
      // expected-error @below {{the tile is part of a launch; give the tile that becomes the launch}}
      scratch.tile (%j) = (%c1) to (%n) step (%c1) attributes {this} {
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.pad'}}
    transform.polymem.pad %tile : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @machine(%n: index) {
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.alternatives %f : !transform.any_op {
    ^bb0(%func: !transform.any_op):
      // expected-error @below {{no-such-machine}}
      transform.polymem.pad %func {machine = "no-such-machine"} : !transform.any_op
    }, {
    ^bb0(%func: !transform.any_op):
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{machine 'cpu' is not a GPU; scratch-pad needs one}}
  func.func @no_gpu(%n: index) {
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    transform.polymem.pad %f {machine = "cpu"} : !transform.any_op
    transform.yield
  }
}
