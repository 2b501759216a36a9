// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// A tile with a run-time step becomes scf.for; what depends on its origin is
// lowered, what does not stays affine.

#box = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0), extents = ()[s0, s1] -> (s1)>
#set = affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + s1 - 1 >= 0, -d0 + s2 - 1 >= 0)>

// CHECK-LABEL: func @run_time_step
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>, %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
func.func @run_time_step(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  // CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] step %[[S]]
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    // CHECK: %[[B:.*]] = memref.alloc(%[[S]])
    %b = scratch.alloc(%n)[%i, %s] : memref<?xf32, #box>
    // CHECK: scf.for %[[E:.*]] = %[[I]] to
    // CHECK: %[[V:.*]] = memref.load %[[A]][%[[E]]]
    // CHECK: %[[D:.*]] = arith.subi %[[E]], %[[I]]
    // CHECK: memref.store %[[V]], %[[B]][%[[D]]]
    scratch.copy_in %A to %b over [#set](%i, %s, %n) : memref<?xf32> to memref<?xf32, #box>
    // CHECK: affine.for %[[T:.*]] = 0 to 8
    affine.for %t = 0 to 8 {
      // CHECK: affine.load %[[A]][%[[T]]]
      %x = affine.load %A[%t] : memref<?xf32>
      // CHECK: memref.store %{{.*}}, %[[B]]
      affine.store %x, %b[symbol(%i)] : memref<?xf32, #box>
      // CHECK: scf.if
      affine.if affine_set<()[s0] : (s0 - 10 >= 0)>()[%i] {
        affine.store %x, %A[%t] : memref<?xf32>
      }
    }
  }
  return
}
