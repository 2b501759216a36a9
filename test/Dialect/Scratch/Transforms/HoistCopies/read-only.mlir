// A read-only buffer leaves the loop while others read the array in the loop,
// but not if the loop writes to elements that were copied.
//
// RUN: polymem-opt %s -split-input-file --scratch-hoist-copies | FileCheck %s

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

// CHECK-LABEL: func @others_read
// CHECK: scratch.copy_in
// CHECK: scratch.tile
func.func @others_read(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    %x = affine.load %b[%i] : memref<32xf32, #box>
    %y = affine.load %A[%i] : memref<32xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

// CHECK-LABEL: func @others_write_elsewhere
// CHECK: scratch.copy_in
// CHECK: scratch.tile
func.func @others_write_elsewhere(%A: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    %b = scratch.alloc() : memref<64xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<64xf32> to memref<64xf32, #box>
    %y = affine.load %b[%i] : memref<64xf32, #box>
    affine.store %y, %A[%i + 32] : memref<64xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

// CHECK-LABEL: func @parallel
// CHECK: scratch.tile
// CHECK: scratch.copy_in
func.func @parallel(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    %x = affine.load %b[%i] : memref<32xf32, #box>
  }
  return
}
