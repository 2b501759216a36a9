// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// A value that may not be an affine operand where the code is put: scf loops and
// arith bounds, affine as long as possible.

// CHECK-LABEL: func @induction_variable
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
func.func @induction_variable(%n: index, %m: index) {
  // CHECK: scf.for %[[I:.*]] = %[[N]] to %[[M]] step %[[N]] {
  scf.for %i = %n to %m step %n {
    // CHECK: %[[C7:.*]] = arith.constant 7 : index
    // CHECK-NEXT: %[[END:.*]] = arith.addi %[[I]], %[[C7]] : index
    // CHECK-NEXT: %[[UB:.*]] = arith.minsi %[[N]], %[[END]] : index
    // CHECK: scf.for %[[J:.*]] = %[[I]] to %[[UB]] step %{{.*}} {
    // CHECK-NEXT: "test.visit"(%[[J]])
    "test.scan"(%n, %i) {set = "[p0,p1] -> { A[i] : p1 <= i and i < p1 + 7 and i < p0 }"} : (index, index) -> ()
  }
  return
}

// CHECK-LABEL: func @condition
// CHECK-SAME: (%[[N:.*]]: index, %[[M:.*]]: index)
func.func @condition(%n: index, %m: index) {
  scf.for %i = %n to %m step %n {
    // CHECK: %[[C:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : index
    // CHECK-NEXT: scf.if %[[C]] {
    // CHECK-NEXT: affine.for %{{.*}} = 0 to %[[N]] {
    "test.scan"(%n, %i) {set = "[p0,p1] -> { A[i] : 0 <= i < p0 and p1 >= 4 }"} : (index, index) -> ()
  }
  return
}
