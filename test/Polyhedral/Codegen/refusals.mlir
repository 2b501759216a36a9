// RUN: polymem-opt %s -allow-unregistered-dialect -verify-diagnostics \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// What cannot be generated leaves nothing behind.

// CHECK-LABEL: func @unbounded
// CHECK-NEXT: "test.scan"
// CHECK-NEXT: return
func.func @unbounded(%n: index) {
  // expected-remark@+1 {{no code was generated}}
  "test.scan"(%n) {set = "[p0] -> { A[i,j] : i >= 0 and j = 0 }"} : (index) -> ()
  return
}

// CHECK-LABEL: func @unknown_parameter
// CHECK-NEXT: "test.scan"
// CHECK-NEXT: return
func.func @unknown_parameter(%n: index) {
  // expected-remark@+1 {{no code was generated}}
  "test.scan"(%n) {set = "[p0, q] -> { A[i,j] : 0 <= i < p0 and 0 <= j < q }"} : (index) -> ()
  return
}

// The loop of S and the first statements of T's loop are there when T refuses.
// CHECK-LABEL: func @statement_refuses
// CHECK-NEXT: "test.generate"
// CHECK-NEXT: return
func.func @statement_refuses(%n: index) {
  // expected-remark@+1 {{no code was generated}}
  "test.generate"(%n) {refuse = "T", schedule = "{ domain: \"[p0] -> { S[i] : 0 <= i < p0; T[i] : 0 <= i < p0 }\", child: { sequence: [ { filter: \"{ S[i] }\", child: { schedule: \"[{ S[i] -> [i] }]\" } }, { filter: \"{ T[i] }\", child: { schedule: \"[{ T[i] -> [i] }]\" } } ] } }"} : (index) -> ()
  return
}
