// What is not promoted is a failure at the tile with the reason for each array,
// in numbers; all payload is as it was.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics
// RUN: not polymem-opt %s --transform-interpreter -split-input-file --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// CHECK-LABEL: func.func @second(
// CHECK-NOT:     scratch.alloc
// CHECK-LABEL: func.func @everything(
// CHECK-NOT:     scratch.alloc

// A buffer could be made for the first tile.
module attributes {transform.with_named_sequence} {
  func.func @second(%A: memref<64xf32>, %B: memref<64xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
      affine.for %ii = affine_map<()[s0] -> (s0)>()[%i] to affine_map<()[s0] -> (s0 + 32)>()[%i] {
        affine.for %k = 0 to 4 {
          %x = affine.load %A[%ii] : memref<64xf32>
          affine.store %x, %A[%ii] : memref<64xf32>
        }
      }
    }
    // expected-error @below {{scratch-promote: nothing is promoted here: arg0 stays in global memory: no reuse: overlaps are 0 of 32 elements (delta 0.30) (counted at o0 = 0); arg1 stays in global memory: no reuse}}
    scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
      affine.for %ii = affine_map<()[s0] -> (s0)>()[%i] to affine_map<()[s0] -> (s0 + 32)>()[%i] {
        %x = affine.load %A[%ii] : memref<64xf32>
        affine.store %x, %B[%ii] : memref<64xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tiles = transform.structured.match ops{["scratch.tile"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.promote'}}
    %buffers = transform.polymem.promote %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @everything(%A: memref<64xf32>, %B: memref<64xf32>) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    // expected-error @below {{arg0 stays in global memory: 128 bytes exceed the capacity of 64 bytes}}
    // expected-error @below {{arg1 stays in global memory: 128 bytes exceed the capacity of 64 bytes}}
    scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
      affine.for %ii = affine_map<()[s0] -> (s0)>()[%i] to affine_map<()[s0] -> (s0 + 32)>()[%i] {
        %x = affine.load %A[%ii] : memref<64xf32>
        affine.store %x, %B[%ii] : memref<64xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %buffers = transform.polymem.promote %f {promote_all = true, capacity = 64} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// One tile of two is enough for a function.
module attributes {transform.with_named_sequence} {
  func.func @one_of_two(%A: memref<64xf32>, %B: memref<64xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
      affine.for %ii = affine_map<()[s0] -> (s0)>()[%i] to affine_map<()[s0] -> (s0 + 32)>()[%i] {
        affine.for %k = 0 to 4 {
          %x = affine.load %A[%ii] : memref<64xf32>
          affine.store %x, %A[%ii] : memref<64xf32>
        }
      }
    }
    scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
      affine.for %ii = affine_map<()[s0] -> (s0)>()[%i] to affine_map<()[s0] -> (s0 + 32)>()[%i] {
        %x = affine.load %A[%ii] : memref<64xf32>
        affine.store %x, %B[%ii] : memref<64xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %buffers = transform.polymem.promote %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
