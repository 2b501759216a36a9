// Inequalities that bound the same sum of coordinates from the same side are one
// test, against the tightest bound, which is the same in the whole scan.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=16,4" --canonicalize --cse | FileCheck %s

#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (8, 16)>
#ws = #gpu.address_space<workgroup>
// Of d0: two upper bounds besides that of the box. Of d0 + d1: two lower bounds.
#part = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, -d0 + s2 - 2 >= 0, d1 >= 0, -d1 + 15 >= 0, d0 + d1 - s0 - 3 >= 0, d0 + d1 - s2 >= 0)>

// CHECK-LABEL: func @sides
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x16xf32>, %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: threads(
// CHECK: %[[COLUMN:.*]] = arith.remui
// CHECK-NEXT: %[[ROW:.*]] = arith.divui
// CHECK: %[[ORIGIN:.*]] = arith.muli %{{.*}}, %[[C8]] :
// CHECK: %[[N0:.*]] = arith.subi %[[N]], %[[ORIGIN]] :
// CHECK-NEXT: %[[LAST1:.*]] = arith.subi %[[N0]], %[[C1]] :
// CHECK-NEXT: %[[M0:.*]] = arith.subi %[[M]], %[[ORIGIN]] :
// CHECK-NEXT: %[[LAST2:.*]] = arith.subi %[[M0]], %[[C2]] :
// CHECK-NEXT: %[[LAST:.*]] = arith.minsi %[[LAST1]], %[[LAST2]]
// The box begins at column 2: s0 + 3 - 2 and s2 - 2, from row s0 on, and less by
// the thread's column.
// CHECK: %[[FIRST:.*]] = arith.maxsi %[[LAST2]], %[[C1]]
// CHECK-NEXT: %[[OWN:.*]] = arith.subi %[[FIRST]], %[[COLUMN]]
// CHECK-NOT: arith.m{{in|ax}}si
// CHECK: scf.for %[[R:.*]] = %[[C0]] to %[[C8]] step %[[C4]] {
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[ROW]], %[[R]]
// CHECK: %[[BELOW:.*]] = arith.cmpi sle, %[[I]], %[[LAST]]
// CHECK-NEXT: %[[ABOVE:.*]] = arith.cmpi sge, %[[I]], %[[OWN]]
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[BELOW]], %[[ABOVE]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
func.func @sides(%A: memref<?x16xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?x16xf32, #box, #ws>
    scratch.copy_in %A to %b over [#part](%i, %n, %m) : memref<?x16xf32> to memref<?x16xf32, #box, #ws>
  }
  return
}
