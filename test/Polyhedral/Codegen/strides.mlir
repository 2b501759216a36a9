// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// Congruences become loop steps; the first value is aligned, also where it
// depends on the outer iterator.

// CHECK-DAG: #[[START:.*]] = affine_map<()[s0] -> (((s0 + 2) floordiv 4) * 4 + 1)>
// CHECK-LABEL: func @aligned
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
func.func @aligned(%n: index, %m: index) {
  // CHECK-NEXT: affine.for %[[I:.*]] = #[[START]]()[%[[M]]] to %[[N]] step 4 {
  // CHECK-NEXT: affine.for %[[J:.*]] = #{{.*}}(%[[I]]) to %[[N]] step 3 {
  // CHECK-NEXT: "test.visit"(%[[I]], %[[J]])
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[i,j] : p1 <= i < p0 and i mod 4 = 1 and 0 <= j < p0 and (i + j) mod 3 = 0 }"} : (index, index) -> ()
  return
}
