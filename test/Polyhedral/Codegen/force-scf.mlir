// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine=force-scf | FileCheck %s

// With `forceScf` nothing of the affine dialect is used.

// CHECK-LABEL: func @all
// CHECK-NOT: affine.
// CHECK: scf.if
// CHECK: scf.for
// CHECK: "test.visit"
// CHECK-NOT: affine.
func.func @all(%n: index, %m: index) {
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[i] : 0 <= i < p0 and i <= floor(p1/3) and i mod 2 = 1 and (p1 >= 5 or p0 = 77) }"} : (index, index) -> ()
  return
}
