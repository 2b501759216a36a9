// Of a function, nests for which no sizes are given may be left alone; the tiles
// of the others are the result.

// RUN: polymem-opt %s --transform-interpreter --remarks-filter=polymem-tile --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @one_of_two(
// CHECK:         scratch.tile {{.*}} attributes {outer}
// CHECK:         scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK-NOT:     scratch.tile
// CHECK:         return
module attributes {transform.with_named_sequence} {
  func.func @one_of_two(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
    %c = arith.constant 0.0 : f32
    // expected-remark @below {{nest tiled}}
    affine.for %i = 0 to %n {
      affine.store %c, %A[%i] : memref<?xf32>
    }
    // expected-remark @below {{no tiled loop of the band is parallel}}
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %tiles, %blocks = transform.polymem.tile %f {mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %tiles "outer" : !transform.any_op
    transform.yield
  }
}
