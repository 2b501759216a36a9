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
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: %[[ORIGIN:.*]] = arith.muli %{{.*}}, %[[C8]] :
// CHECK: %[[SCANNED:.*]] = arith.cmpi ult
// CHECK: %[[J:.*]] = arith.addi %{{.*}}, %[[C2]] :
// CHECK: %[[I:.*]] = arith.addi %[[ORIGIN]], %{{.*}}
// CHECK: %[[LAST1:.*]] = arith.subi %[[N]], %[[C1]] :
// CHECK: %[[LAST2:.*]] = arith.subi %[[M]], %[[C2]] :
// CHECK: %[[LAST:.*]] = arith.minsi %[[LAST1]], %[[LAST2]]
// CHECK: %[[BELOW:.*]] = arith.cmpi sle, %[[I]], %[[LAST]]
// CHECK: %[[IN:.*]] = arith.andi %[[SCANNED]], %[[BELOW]]
// CHECK: %[[FIRST1:.*]] = arith.addi %[[ORIGIN]], %[[C3]] :
// CHECK: %[[FIRST:.*]] = arith.maxsi %[[FIRST1]], %[[M]]
// CHECK: %[[SUM:.*]] = arith.addi %[[I]], %[[J]]
// CHECK: %[[ABOVE:.*]] = arith.cmpi sge, %[[SUM]], %[[FIRST]]
// CHECK: %[[BOTH:.*]] = arith.andi %[[IN]], %[[ABOVE]]
// CHECK-NOT: arith.cmpi
// CHECK: scf.if %[[BOTH]] {
// CHECK-NEXT: memref.load
// CHECK: memref.store
func.func @sides(%A: memref<?x16xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?x16xf32, #box, #ws>
    scratch.copy_in %A to %b over [#part](%i, %n, %m) : memref<?x16xf32> to memref<?x16xf32, #box, #ws>
  }
  return
}
