// The plugin brings the operations for transform scripts into stock mlir-opt.
// UNSUPPORTED: sanitizer
// RUN: mlir-opt %s --load-dialect-plugin=%polymem_plugin --load-pass-plugin=%polymem_plugin \
// RUN:   --transform-interpreter | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK:         gpu.launch
module attributes {transform.with_named_sequence} {
  func.func @f(%A: memref<?xf32>, %n: index) {
    %x = arith.constant 1.0 : f32
    affine.for %i = 0 to %n {
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %ordered = transform.polymem.schedule %f : (!transform.any_op) -> !transform.any_op
    %tiles, %blocks = transform.polymem.tile %ordered {mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %launches = transform.polymem.map %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
