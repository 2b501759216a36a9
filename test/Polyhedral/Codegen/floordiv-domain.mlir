// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// Bounds and coordinates with integer divisions.

// CHECK-DAG: #[[LB:.*]] = affine_map<()[s0] -> ((s0 - 1) floordiv 3 + 1)>
// CHECK-DAG: #[[UB:.*]] = affine_map<()[s0] -> (s0 floordiv 2 + 1)>
// CHECK-DAG: #[[J:.*]] = affine_map<(d0)[s0] -> ((d0 + s0) floordiv 5)>
// CHECK-LABEL: func @divisions
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
func.func @divisions(%n: index, %m: index) {
  // CHECK-NEXT: affine.for %[[I:.*]] = #[[LB]]()[%[[M]]] to #[[UB]]()[%[[N]]] {
  // CHECK-NEXT: %[[V:.*]] = affine.apply #[[J]](%[[I]])[%[[M]]]
  // CHECK-NEXT: "test.visit"(%[[I]], %[[V]])
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[i, j] : 2i <= p0 and 3i >= p1 and j = floor((i + p1)/5) }"} : (index, index) -> ()
  return
}
