// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// What cannot be said by bounds is an affine.if; a disjunction is a chain of
// else parts.

// CHECK-DAG: #[[GT:.*]] = affine_set<()[s0, s1] : (s0 - s1 - 1 >= 0)>
// CHECK-DAG: #[[A:.*]] = affine_set<()[s0] : (s0 - 5 >= 0)>
// CHECK-DAG: #[[C:.*]] = affine_set<()[s0] : (s0 - ((s0 - 2) floordiv 7) * 7 - 2 == 0)>

// CHECK-LABEL: func @parameters
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
func.func @parameters(%n: index, %m: index) {
  // CHECK-NEXT: affine.if #[[GT]]()[%[[N]], %[[M]]] {
  // CHECK-NEXT: "test.visit"() : () -> ()
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[] : p0 > p1 }"} : (index, index) -> ()
  return
}

// CHECK-LABEL: func @disjunction
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
func.func @disjunction(%n: index, %m: index) {
  // CHECK: affine.if #[[A]]()[%[[M]]] {
  // CHECK: } else {
  // CHECK-NEXT: affine.if #[[GT]]()[%[[M]], %[[N]]] {
  // CHECK: } else {
  // CHECK-NEXT: affine.if #[[C]]()[%[[M]]] {
  // CHECK-NOT: scf
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[i] : 0 <= i < p0 and (p1 >= 5 or p1 mod 7 = 2 or p0 < p1) }"} : (index, index) -> ()
  return
}
