// Register tiles and accumulators of one function, not of another; a refusal
// says why and leaves the function as it was.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @jammed(
  // CHECK-SAME:    attributes {jammed, this}
  // CHECK:         affine.if
  // CHECK:           affine.load %{{.+}}[symbol(%{{.+}})] : memref<64xf32>
  // CHECK:           affine.load %{{.+}}[symbol(%{{.+}}) + 8] : memref<64xf32>
  // CHECK:           affine.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}) -> (f32, f32)
  // CHECK-NEXT:        affine.load %{{.+}}[%{{.+}}] : memref<?xf32>
  // CHECK-NOT:         affine.load %{{.+}}[%{{.+}}] : memref<?xf32>
  // CHECK:           affine.store
  func.func @jammed(%x: memref<?xf32>, %y: memref<64xf32>, %n: index, %m: index) attributes {this} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scratch.tile (%t) = (%c0) to (%m) step (%c16) mapping [#gpu.block<x>] {
      %e = affine.min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%t, %m]
      scratch.tile (%i) = (%t) to (%e) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %k = 0 to %n {
          %s = affine.load %y[symbol(%i)] : memref<64xf32>
          %a = affine.load %x[%k] : memref<?xf32>
          %z = arith.addf %s, %a : f32
          affine.store %z, %y[symbol(%i)] : memref<64xf32>
        }
      }
    }
    return
  }
  // CHECK-LABEL: func.func @alone(
  // CHECK:         affine.for
  // CHECK-NOT:     iter_args
  func.func @alone(%x: memref<?xf32>, %y: memref<64xf32>, %n: index) {
    affine.for %k = 0 to %n {
      %s = affine.load %y[0] : memref<64xf32>
      %a = affine.load %x[%k] : memref<?xf32>
      %z = arith.addf %s, %a : f32
      affine.store %z, %y[0] : memref<64xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    %f1 = transform.polymem.register_tile %f {block_size = [8], sizes = [2], max_copies = 2, max_operations = 20} : (!transform.any_op) -> !transform.any_op
    %f2 = transform.polymem.hoist_accumulators %f1 : (!transform.any_op) -> !transform.any_op
    transform.annotate %f2 "jammed" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_reuse(%x: memref<16xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scratch.tile (%t) = (%c0) to (%m) step (%c16) mapping [#gpu.block<x>] {
      // expected-error @below {{polymem-register-tile: iterations of a thread not jammed: no innermost loop}}
      scratch.tile (%i) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
        %a = affine.load %x[symbol(%i)] : memref<16xf32>
        affine.store %a, %x[symbol(%i)] : memref<16xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.register_tile'}}
    transform.polymem.register_tile %f {block_size = [8]} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{polymem-register-tile: no thread has several iterations of a tile}}
  func.func @nothing() {
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.register_tile'}}
    transform.polymem.register_tile %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @other_access(%x: memref<?xf32>, %y: memref<64xf32>, %n: index) {
    affine.for %k = 0 to %n {
      %s = affine.load %y[0] : memref<64xf32>
      %a = affine.load %y[%k] : memref<64xf32>
      %z = arith.addf %s, %a : f32
      // expected-error @below {{polymem-hoist-accumulators: the cell stays in memory in this loop: another access may be to the same cell (affine.load)}}
      affine.store %z, %y[0] : memref<64xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.hoist_accumulators'}}
    transform.polymem.hoist_accumulators %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{polymem-hoist-accumulators: no loop loads and stores a cell in all its iterations}}
  func.func @no_cell() {
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.hoist_accumulators'}}
    transform.polymem.hoist_accumulators %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'sizes' has 4 numbers, axes x,y,z three}}
    transform.polymem.register_tile %f {sizes = [1, 1, 1, 1]} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
