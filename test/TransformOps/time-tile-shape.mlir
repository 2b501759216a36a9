// The shape of tiles in time and the machine whose fast memory they fill are
// attributes of the step.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @stencil(
// CHECK: memref.alloc
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.copy_in
func.func @stencil(%T: index, %A: memref<2x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      affine.store %a, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %g = transform.polymem.time_tile %f {shape = "overlapped", machine = "nvidia-gtx8800", mapping = "gpu"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// What does not fit into the machine's fast memory is refused.
func.func @stencil(%T: index, %A: memref<2x?xf32>, %n: index) {
  // expected-error @below {{not tiled in time: the buffers of a tile of 900 iterations would take 9248 bytes of 8192}}
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t mod 2, %i - 1] : memref<2x?xf32>
      affine.store %a, %A[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %g = transform.polymem.time_tile %f {shape = "overlapped", machine = "nvidia-gtx8800", steps = 900, mapping = "gpu"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{unknown machine 'abacus'}}
    %g = transform.polymem.time_tile %f {machine = "abacus"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
