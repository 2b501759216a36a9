// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// A loop of one iteration is not a loop; its iterator is an expression.

// CHECK-DAG: #[[I:.*]] = affine_map<()[s0] -> (s0 * 3 + 1)>
// CHECK-DAG: #[[J:.*]] = affine_map<()[s0] -> (s0 * 6 + 2)>
// CHECK-LABEL: func @point
// CHECK-SAME: (%[[N:.*]]: index)
func.func @point(%n: index) {
  // CHECK-DAG: %[[I0:.*]] = affine.apply #[[I]]()[%[[N]]]
  // CHECK-DAG: %[[J0:.*]] = affine.apply #[[J]]()[%[[N]]]
  // CHECK-DAG: %[[C:.*]] = arith.constant 7 : index
  // CHECK: "test.visit"(%[[I0]], %[[J0]], %[[C]])
  "test.scan"(%n) {set = "[p0] -> { A[3p0 + 1, 6p0 + 2, 7] }"} : (index) -> ()
  return
}
