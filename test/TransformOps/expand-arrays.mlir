// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

// One function is expanded and ordered; of another nothing can be.

// CHECK-LABEL: func.func @rows
// CHECK:       memref.alloc() : memref<20x10xf32>
// CHECK:       member = 0, permutable = true, parallel = true
module attributes {transform.with_named_sequence} {
  func.func @rows(%a: memref<20xf32>, %v: memref<10xf32> {polymem.dead_out}, %b: memref<20xf32>) {
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 10 {
        %x = affine.load %a[%i] : memref<20xf32>
        affine.store %x, %v[%j] : memref<10xf32>
      }
      affine.for %j = 0 to 10 {
        %x = affine.load %v[9 - %j] : memref<10xf32>
        %y = affine.load %b[%i] : memref<20xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %b[%i] : memref<20xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %e = transform.polymem.expand_arrays %f {max_bytes = 800} : (!transform.any_op) -> !transform.any_op
    %o = transform.polymem.schedule %e : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{polymem-expand-arrays: no array is expanded}}
  func.func @nothing(%a: memref<20xf32>) {
    affine.for %i = 0 to 20 {
      %x = affine.load %a[%i] : memref<20xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %a[%i] : memref<20xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.expand_arrays'}}
    %e = transform.polymem.expand_arrays %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
