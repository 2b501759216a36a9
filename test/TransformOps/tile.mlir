// transform.polymem.tile tiles one nest of two, with constant and run-time
// sizes; its results are the outermost and the innermost tiles.

// RUN: polymem-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: func.func @one_of_two
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %{{[^:]+}}: memref<?x?xf32>, %{{[^:]+}}: memref<?x?xf32>, %[[N:[^:]+]]: index, %[[SIZE:[^:]+]]: index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK:         scratch.tile (%{{.+}}, %{{.+}}) = {{.*}} step (%[[C16]], %[[SIZE]]) mapping [#gpu.block<y>, #gpu.block<x>] attributes {outer} {
// CHECK:           scratch.tile (%{{.+}}) = {{.*}} step (%[[C8]]) attributes {inner} {
// CHECK:             scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK:         affine.for %{{.+}} = 0 to %[[N]]
// CHECK-NEXT:      affine.store %{{.+}}, %[[A]][%{{.+}}, 0]
// CHECK-NOT:     scratch.tile
func.func @one_of_two(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index, %size: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %s = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %C[%i, %j] : memref<?x?xf32>
      }
    }
  } {this}
  affine.for %i = 0 to %n {
    affine.store %c, %A[%i, 0] : memref<?x?xf32>
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %nest = transform.structured.match ops{["affine.for"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    %tiles, %blocks = transform.polymem.tile %nest {sizes = [16, "arg4", 8], mapping = "gpu"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %tiles "outer" : !transform.any_op
    transform.annotate %blocks "inner" : !transform.any_op
    transform.yield
  }
}
