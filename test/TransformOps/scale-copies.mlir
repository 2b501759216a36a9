// transform.polymem.scale_copies multiplies while a buffer is filled; a function without such a
// product is a failure that alternatives can take up.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @scaled
// CHECK: scratch.copy_in {{.*}} computing
// CHECK: arith.mulf
// CHECK-NOT: arith.mulf
#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
module attributes {transform.with_named_sequence} {
  func.func @scaled(%alpha: f32, %A: memref<8xf32>, %C: memref<8x4xf32>) {
    %b = scratch.alloc() : memref<8xf32, #m>
    scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        %x = affine.load %b[%i] : memref<8xf32, #m>
        %p = arith.mulf %alpha, %x : f32
        affine.store %p, %C[%i, %j] : memref<8x4xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %g = transform.polymem.scale_copies %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error@below {{no buffer is loaded from for products alone}}
  func.func @nothing(%A: memref<8xf32>) {
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{asked for by}}
    %g = transform.polymem.scale_copies %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
