// RUN: polymem-opt %s -allow-unregistered-dialect \
// RUN:   -test-polymem-ast-to-affine | FileCheck %s

// Nothing is emitted for a set without elements.

// CHECK-LABEL: func @empty
// CHECK-NEXT: return
func.func @empty(%n: index) {
  "test.scan"(%n) {set = "[p0] -> { A[i,j] : 1 = 0 }"} : (index) -> ()
  return
}

// CHECK-LABEL: func @empty_in_context
// CHECK-NEXT: return
func.func @empty_in_context(%n: index) {
  "test.scan"(%n) {set = "[p0] -> { A[i] : 0 <= i < p0 }", context = "[p0] -> { : p0 <= 0 }"} : (index) -> ()
  return
}
