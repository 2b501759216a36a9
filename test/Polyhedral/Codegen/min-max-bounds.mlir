// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// Several bounds of one loop are one map of several results, not a guard.

// CHECK-DAG: #[[LB:.*]] = affine_map<()[s0] -> (0, s0)>
// CHECK-DAG: #[[UB:.*]] = affine_map<()[s0, s1] -> (s0 + 32, s1)>
// CHECK-LABEL: func @clipped
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
func.func @clipped(%n: index, %m: index) {
  // CHECK-NEXT: affine.for %{{.*}} = max #[[LB]]()[%[[N]]] to min #[[UB]]()[%[[N]], %[[M]]] {
  // CHECK-NEXT: "test.visit"
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[i] : i >= 0 and i >= p0 and i < p1 and i < p0 + 32 }"} : (index, index) -> ()
  return
}
