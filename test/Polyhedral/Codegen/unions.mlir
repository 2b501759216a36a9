// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// Every element of a union is visited once, in lexicographic order.

// CHECK-LABEL: func @disjoint
func.func @disjoint() {
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 30 {
  // CHECK-NEXT: "test.visit"(%[[I]])
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  "test.scan"() {set = "{ A[i] : 0 <= i < 20; A[i] : 10 <= i < 30 }"} : () -> ()
  return
}

// CHECK-LABEL: func @gap
func.func @gap() {
  // CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
  // CHECK: affine.for %{{.*}} = 10 to 14 {
  // CHECK: return
  "test.scan"() {set = "{ A[i] : 10 <= i < 14; A[i] : 0 <= i < 4 }"} : () -> ()
  return
}
