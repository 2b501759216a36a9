// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// What the context says of the parameters is not tested again.

// CHECK-LABEL: func @known
func.func @known(%n: index, %m: index) {
  // CHECK-NOT: affine.if
  // CHECK: "test.visit"() : () -> ()
  "test.scan"(%n, %m) {set = "[p0,p1] -> { A[] : p0 > p1 }", context = "[p0, p1] -> { : p0 >= p1 + 3 }"} : (index, index) -> ()
  return
}
