// RUN: polymem-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func @waits
// CHECK-SAME: (%[[T:.*]]: !scratch.token, %[[U:.*]]: !scratch.token)
func.func @waits(%t: !scratch.token, %u: !scratch.token) {
  // CHECK-NEXT: scratch.wait %[[T]], %[[U]]
  scratch.wait %t, %u, %t, %u
  // CHECK-NEXT: return
  scratch.wait
  return
}
