// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// A complementary guard is an else region.

// CHECK: #[[FIVE:.*]] = affine_set<()[s0] : (s0 - 5 >= 0)>
// CHECK-LABEL: func @complement
// CHECK-SAME: (%[[N:.*]]: index)
func.func @complement(%n: index) {
  // CHECK: affine.if #[[FIVE]]()[%[[N]]] {
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: "test.visit"(%[[C0]])
  // CHECK: } else {
  // CHECK: %[[C1:.*]] = arith.constant 1 : index
  // CHECK-NEXT: "test.visit"(%[[C1]])
  "test.scan"(%n) {set = "[p0] -> { A[0] : p0 >= 5; A[1] : p0 < 5 }"} : (index) -> ()
  return
}
