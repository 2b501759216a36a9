// RUN: polymem-opt %s --canonicalize --split-input-file | FileCheck %s

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
// CHECK: #[[SET:.*]] = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + 41 >= 0)>
#s = affine_set<(d0)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s1 + 7 >= 0, -d0 + s2 - 1 >= 0)>

// CHECK-LABEL: func @symbols
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @symbols(%A: memref<?xf32>, %b: memref<?xf32, #m>, %n: index, %unused: index) {
  %c42 = arith.constant 42 : index
  // CHECK: scratch.copy_in %{{.*}} to %{{.*}} over [#[[SET]]](%[[N]])
  scratch.copy_in %A to %b over [#s](%n, %n, %c42, %unused) : memref<?xf32> to memref<?xf32, #m>
  return
}

// -----

// A constant never becomes a divisor that is not positive.

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0)[s0] : (d0 mod s0 == 0)>

// CHECK-LABEL: func @zero_divisor
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
func.func @zero_divisor(%A: memref<?xf32>, %b: memref<?xf32, #m>) {
  %c0 = arith.constant 0 : index
  // CHECK: scratch.copy_in {{.*}}(%[[C0]])
  scratch.copy_in %A to %b over [#s](%c0) : memref<?xf32> to memref<?xf32, #m>
  return
}
