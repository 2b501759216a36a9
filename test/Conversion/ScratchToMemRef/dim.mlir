// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// The size of a buffer is the logical one, that of its array.

#m = #scratch.mapping<(d0, d1) -> (d0 mod 2, d1), extents = () -> (2, 7)>

// CHECK-LABEL: func @dim
// CHECK-SAME: (%[[N:.*]]: index, %[[D:.*]]: index)
func.func @dim(%n: index, %d: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = scratch.alloc(%n) : memref<?x7xf32, #m>
  // CHECK: %[[SEVEN:.*]] = arith.constant 7
  %x = memref.dim %b, %c0 : memref<?x7xf32, #m>
  %y = memref.dim %b, %c1 : memref<?x7xf32, #m>
  // CHECK: %[[IS0:.*]] = arith.cmpi eq, %[[D]]
  // CHECK: %[[S0:.*]] = arith.select %[[IS0]], %[[N]]
  // CHECK: %[[IS1:.*]] = arith.cmpi eq, %[[D]]
  // CHECK: %[[S1:.*]] = arith.select %[[IS1]], %{{.*}}, %[[S0]]
  %z = memref.dim %b, %d : memref<?x7xf32, #m>
  // CHECK: return %[[N]], %[[SEVEN]], %[[S1]]
  return %x, %y, %z : index, index, index
}
