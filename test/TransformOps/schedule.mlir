// transform.polymem.schedule finds an order or takes the one that it is given;
// its result are the same functions.

// RUN: polymem-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: func.func @found
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[N:[^:]+]]: index, %[[M:[^:]+]]: index
// CHECK-SAME:    attributes {done}
// CHECK:         affine.for %[[J:.+]] = 0 to %[[M]]
// CHECK-NEXT:      affine.for %[[I:.+]] = 1 to %[[N]]
// CHECK:             affine.store %{{.+}}, %[[A]][%[[I]], %[[J]]]
// CHECK:           parallel = true>
func.func @found(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @given
// CHECK-SAME: (%[[A:[^:]+]]: memref<?xf32>, %[[N:[^:]+]]: index
// CHECK-SAME:    attributes {done}
// CHECK:         affine.for %[[MINUS_I:.+]] = #{{.+}}()[%[[N]]] to 1
// CHECK:           %[[I:.+]] = affine.apply #{{.+}}(%[[MINUS_I]])
// CHECK:           affine.store %{{.+}}, %[[A]][%[[I]]]
func.func @given(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "found"} in %module : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.match ops{["func.func"]} attributes {sym_name = "given"} in %module : (!transform.any_op) -> !transform.any_op
    %found = transform.polymem.schedule %f : (!transform.any_op) -> !transform.any_op
    %given = transform.polymem.schedule %g {order = "{ domain: \"[arg1] -> { S0[i] : 0 <= i < arg1 }\", child: { schedule: \"[{ S0[i] -> [-i] }]\" } }"} : (!transform.any_op) -> !transform.any_op
    transform.annotate %found "done" : !transform.any_op
    transform.annotate %given "done" : !transform.any_op
    transform.yield
  }
}
