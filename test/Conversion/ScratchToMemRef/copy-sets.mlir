// RUN: polymem-opt %s --convert-scratch-to-memref --allow-unregistered-dialect | FileCheck %s

// A copy visits the union of its sets, each element once.

#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (8, 8)>
#lower = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, d0 - d1 >= 0, -d1 + s1 + 7 >= 0)>
#upper = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, d1 - d0 - 1 >= 0, -d1 + s1 + 7 >= 0)>
#even = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s2 - 1 >= 0, d1 - s1 >= 0, d1 mod 2 == 0, -d1 + s1 + 7 >= 0)>

// CHECK-DAG: #[[MAX:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[MIN:.*]] = affine_map<(d0, d1) -> (d1 + 8, d0 + 1)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[EIGHT:.*]] = affine_map<(d0) -> (d0 + 8)>
// CHECK-LABEL: func @sets
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref
func.func @sets(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} step 8
  // CHECK: affine.for %[[J:.*]] = 0 to %{{.*}} step 8
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c8, %c8) {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #box>
    // The triangle below the diagonal.
    // CHECK: affine.for %[[R:.*]] = max #[[MAX]](%[[I]], %[[J]]) to min #[[ROWS]](%[[I]])[%{{.*}}]
    // CHECK-NEXT: affine.for %[[C:.*]] = #[[ID]](%[[J]]) to min #[[MIN]](%[[R]], %[[J]])
    // CHECK-NEXT: %[[E:.*]] = affine.load %[[A]][%[[R]], %[[C]]]
    // CHECK-NEXT: affine.store %[[E]], %{{.*}}[%[[R]] - %[[I]], %[[C]] - %[[J]]]
    scratch.copy_in %A to %b over [#lower](%i, %j, %n) : memref<?x?xf32> to memref<?x?xf32, #box>
    // CHECK: "first"
    "first"() : () -> ()
    // Both triangles make a square: one nest.
    // CHECK: affine.for %[[R:.*]] = #[[ID]](%[[I]]) to min #[[ROWS]]
    // CHECK-NEXT: affine.for %[[C:.*]] = #[[ID]](%[[J]]) to #[[EIGHT]](%[[J]])
    // CHECK-NOT: affine.for
    scratch.copy_in %A to %b over [#lower, #upper](%i, %j, %n) : memref<?x?xf32> to memref<?x?xf32, #box>
    // CHECK: "second"
    "second"() : () -> ()
    // Every second column.
    // CHECK: affine.for
    // CHECK: affine.for %{{.*}} step 2
    scratch.copy_out %b to %A over [#even](%i, %j, %n) : memref<?x?xf32, #box> to memref<?x?xf32>
  }
  return
}
