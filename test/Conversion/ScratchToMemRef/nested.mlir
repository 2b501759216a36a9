// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// Tiles in a time loop and in each other: bounds that are affine.min results
// are taken into the loops, origins become dimensions, mapped tiles run in
// order.

#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 16)>
#set = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, s1 - d0 - 1 >= 0, d1 - s2 >= 0, s3 - d1 - 1 >= 0)>

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MIN32:.*]] = affine_map<(d0)[s0] -> (d0 + 32, s0)>
// CHECK-DAG: #[[PLUS4:.*]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-DAG: #[[MIN16:.*]] = affine_map<(d0)[s0] -> (d0 + 16, s0)>
// CHECK-LABEL: func @nested
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf32>, %[[N:[a-z0-9]+]]: index
func.func @nested(%A: memref<?x?xf32>, %n: index) {
  // CHECK: %[[B:.*]] = memref.alloca() : memref<32x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  // CHECK: affine.for %[[T:.*]] = 0 to 4
  affine.for %t = 0 to 4 {
    // CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[N]] step 32
    scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
      %last_i = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
      // CHECK: affine.for %[[K:.*]] = 0 to %[[N]] step 16
      scratch.tile (%k) = (%c0) to (%n) step (%c16) {
        %b = scratch.alloc(%n, %n)[%i, %k] : memref<?x?xf32, #box>
        %last_k = affine.min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%k, %n]
        // CHECK: affine.for %{{.*}} = #[[ID]](%[[I]]) to min #[[MIN32]](%[[I]])[%[[N]]]
        // CHECK-NEXT: affine.for %{{.*}} = #[[ID]](%[[K]]) to min #[[MIN16]](%[[K]])[%[[N]]]
        scratch.copy_in %A to %b over [#set](%i, %last_i, %k, %last_k) : memref<?x?xf32> to memref<?x?xf32, #box>
        // CHECK: affine.for %[[II:.*]] = #[[ID]](%[[I]]) to min #[[MIN32]](%[[I]])[%[[N]]]
        // CHECK-NEXT: affine.for %[[KK:.*]] = #[[ID]](%[[K]]) to min #[[MIN16]](%[[K]])[%[[N]]]
        scratch.tile (%ii, %kk) = (%i, %k) to (%last_i, %last_k) step (%c1, %c1) mapping [#gpu.thread<x>, none] {
          // CHECK-NEXT: affine.load %[[B]][%[[II]] - %[[I]], %[[KK]] - %[[K]]]
          %x = affine.load %b[symbol(%ii), symbol(%kk)] : memref<?x?xf32, #box>
          // CHECK-NEXT: affine.store %{{.*}}, %[[A]][%[[II]], %[[T]]]
          affine.store %x, %A[symbol(%ii), %t] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// A bound that is a sum is taken into the loop as well.
// CHECK-LABEL: func @sum_as_bound
// CHECK: affine.for %[[I:.*]] = 0 to
// CHECK: affine.for %[[K:.*]] = #[[ID]](%[[I]]) to #[[PLUS4]](%[[I]]) {
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[K]]]
func.func @sum_as_bound(%A: memref<?xf32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to %n {
    %end = arith.addi %i, %c4 : index
    scratch.tile (%k) = (%i) to (%end) step (%c1) {
      affine.store %x, %A[%k] : memref<?xf32>
    }
  }
  return
}
