// What is not scheduled is a failure at what is in the way, which names the
// dependence, and the function is as it was.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics
// RUN: not polymem-opt %s --transform-interpreter -split-input-file --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// CHECK:      IR Dump After {{.*}}Failed
// CHECK:      func.func @dependence(%{{.+}}: memref<?xf32>, %[[N:.+]]: index) {
// CHECK-NEXT:   affine.for %{{.+}} = 1 to %[[N]] {

module attributes {transform.with_named_sequence} {
  // expected-error-re @below {{polymem-schedule: the schedule in 'order' cannot be used: it does not respect a flow dependence on arg0 from S0[i0 = 1] {{.*}} to S0[i0 = 2] {{.*}} with arg1 = 3}}
  func.func @dependence(%A: memref<?xf32>, %n: index) {
    affine.for %i = 1 to %n {
      %x = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by 'transform.polymem.schedule'}}
    %g = transform.polymem.schedule %f {order = "{ domain: \"[arg1] -> { S0[i] : 0 < i < arg1 }\", child: { schedule: \"[{ S0[i] -> [-i] }]\" } }"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @tiled(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @below {{polymem-schedule: 'scratch.tile' maps the function to a machine already}}
    scratch.tile (%i) = (%c0) to (%n) step (%c1) {
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %g = transform.polymem.schedule %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// All functions or none: the first can be scheduled.
// CHECK-LABEL: func.func @first(
// CHECK-NEXT:    affine.for %[[I:.+]] = 1 to
// CHECK-NEXT:      affine.for %[[J:.+]] = 0 to
module attributes {transform.with_named_sequence} {
  func.func @first(%A: memref<?x?xf32>, %n: index, %m: index) {
    affine.for %i = 1 to %n {
      affine.for %j = 0 to %m {
        %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        affine.store %x, %A[%i, %j] : memref<?x?xf32>
      }
    }
    return
  }
  // expected-error @below {{the function has no body}}
  func.func private @second()
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{asked for by}}
    %g = transform.polymem.schedule %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
