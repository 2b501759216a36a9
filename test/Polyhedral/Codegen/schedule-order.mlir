// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// A schedule tree with shifted, reversed and sequenced statements.

// CHECK-DAG: #[[LAST:.*]] = affine_set<(d0) : (d0 - 5 >= 0)>
// CHECK-DAG: #[[PREV:.*]] = affine_map<(d0) -> (d0 - 1)>
// CHECK-DAG: #[[NEG:.*]] = affine_map<(d0) -> (-d0)>
// CHECK-LABEL: func @shifted
// CHECK-SAME: (%[[N:.*]]: index)
func.func @shifted(%n: index) {
  // CHECK: affine.for %[[I:.*]] = 0 to %[[N]] {
  // CHECK-NEXT: affine.if #[[LAST]](%[[I]]) {
  // CHECK-NEXT: %[[T:.*]] = affine.apply #[[PREV]](%[[I]])
  // CHECK-NEXT: "test.run"(%[[T]]) {statement = "T"}
  // CHECK-NEXT: }
  // CHECK-NEXT: affine.for %[[J:.*]] = #{{.*}}()[%[[N]]] to 1 {
  // CHECK-NEXT: %[[R:.*]] = affine.apply #[[NEG]](%[[J]])
  // CHECK-NEXT: "test.run"(%[[I]], %[[R]]) {statement = "S"}
  "test.generate"(%n) {schedule = "{ domain: \"[p0] -> { S[i,j] : 0 <= i,j < p0; T[i] : 0 <= i < p0 - 1 and i > 3 }\", child: { schedule: \"[{ S[i,j] -> [i]; T[i] -> [i+1] }]\", child: { sequence: [ { filter: \"{ T[i] }\" }, { filter: \"{ S[i,j] }\", child: { schedule: \"[{ S[i,j] -> [-j] }]\" } } ] } } }"} : (index) -> ()
  return
}
