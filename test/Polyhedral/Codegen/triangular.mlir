// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// The inner bound depends on the outer iterator.

// CHECK: #[[UB:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func @triangular
// CHECK-SAME: (%[[N:.*]]: index)
func.func @triangular(%n: index) {
  // CHECK: affine.for %[[I:.*]] = 0 to %[[N]] {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to #[[UB]](%[[I]]) {
  // CHECK-NEXT: "test.visit"(%[[I]], %[[J]])
  "test.scan"(%n) {set = "[p0] -> { A[i,j] : 0 <= i < p0 and 0 <= j <= i }"} : (index) -> ()
  return
}
