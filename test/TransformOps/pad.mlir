// transform.polymem.pad pads the buffers of one launch, not those of another.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: #[[PADDED:.+]] = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 49)>
// CHECK: #[[SAME:.+]] = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @f(
  // CHECK:         scratch.alloc() : memref<32x48xf32, #[[PADDED]]
  // CHECK:         scratch.alloc() : memref<32x48xf32, #[[SAME]]
  func.func @f(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] attributes {this} {
      %a = scratch.alloc() : memref<32x48xf32, #box, #w>
      scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %a[%i, 0] : memref<32x48xf32, #box, #w>
      }
    }
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      %a = scratch.alloc() : memref<32x48xf32, #box, #w>
      scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %a[%i, 0] : memref<32x48xf32, #box, #w>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    transform.polymem.pad %tile {block_size = [32]} : !transform.any_op
    transform.yield
  }
}

// -----

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
module attributes {transform.with_named_sequence} {
  func.func @refused(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      // expected-error @below {{scratch-pad: 32x48 cells not padded to 32x49, which would take 1 wavefronts instead of 16: 128 bytes more are too many}}
      %a = scratch.alloc() : memref<32x48xf32, #box, #w>
      scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %a[%i, 0] : memref<32x48xf32, #box, #w>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.pad'}}
    transform.polymem.pad %f {capacity = 6144} : !transform.any_op
    transform.yield
  }
}

// -----

// Without conflicts there is nothing to do.
#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
module attributes {transform.with_named_sequence} {
  func.func @fine(%x: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      %a = scratch.alloc() : memref<32x48xf32, #box, #w>
      scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        affine.store %x, %a[0, %i] : memref<32x48xf32, #box, #w>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.polymem.pad %f : !transform.any_op
    transform.yield
  }
}
