// RUN: polymem-opt %s -allow-unregistered-dialect -verify-diagnostics \
// RUN:   -test-polymem-ast-to-affine=max-isl-operations=200 | FileCheck %s

// An exhausted isl budget is a refusal.

// CHECK-LABEL: func @budget
// CHECK-NEXT: "test.scan"
// CHECK-NEXT: return
func.func @budget(%n: index, %m: index) {
  // expected-remark@+1 {{no code was generated}}
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[i,j] : p1 <= i < p0 and i mod 4 = 1 and 0 <= j < p0 and (i + j) mod 3 = 0; A[i,j] : 3i >= p1 and 0 <= i + j <= 12 and i < 2j }"} : (index, index) -> ()
  return
}

// A later analysis is not affected.
// CHECK-LABEL: func @small
// CHECK-NEXT: "test.visit"
func.func @small() {
  "test.scan"() {set = "{ A[] }"} : () -> ()
  return
}
