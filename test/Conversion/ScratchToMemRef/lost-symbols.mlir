// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// Values computed at the top of a tile are symbols there, in a loop they are
// not: what uses them is lowered.

// CHECK-LABEL: func @lost_symbols
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?xf32>, %[[N:[a-z0-9]+]]: index
func.func @lost_symbols(%A: memref<?xf32>, %n: index) -> () {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // CHECK: affine.for %[[I:.*]] = 0 to
  scratch.tile (%i) = (%c0) to (%n) step (%c4) {
    // CHECK: %[[Z:.*]] = arith.muli
    %z = arith.muli %i, %i : index
    // CHECK: %[[M:.*]] = affine.min
    %m = affine.min affine_map<()[s0, s1] -> (s0 + 3, s1 - 1)>()[%i, %n]
    // CHECK: memref.load %[[A]][%[[M]]]
    %x = affine.load %A[symbol(%m)] : memref<?xf32>
    // CHECK: %[[R:.*]] = scf.for %[[P:.*]] = %{{.*}} to %[[Z]] {{.*}} iter_args
    %r = affine.for %p = 0 to %z iter_args(%acc = %x) -> f32 {
      // CHECK: %[[S:.*]] = arith.addi %[[P]], %[[Z]]
      // CHECK: memref.load %[[A]][%[[S]]]
      %y = affine.load %A[%p + symbol(%z)] : memref<?xf32>
      %w = arith.addf %y, %acc : f32
      // CHECK: scf.yield
      affine.yield %w : f32
    }
    // CHECK: affine.store %[[R]], %[[A]][%[[I]]]
    affine.store %r, %A[symbol(%i)] : memref<?xf32>
    // A bound below a minimum takes it in.
    // CHECK: affine.for %{{.*}} = 0 to min #{{.*}}(%[[I]])[%[[N]]]
    affine.for %p = 0 to affine_map<()[s0] -> (s0 floordiv 2 + 1)>()[%m] {
      affine.store %r, %A[%p] : memref<?xf32>
    }
    // A bound that decreases with it cannot.
    // CHECK: scf.for
    affine.for %p = 0 to affine_map<()[s0] -> (-s0 + 100)>()[%m] {
      affine.store %r, %A[%p] : memref<?xf32>
    }
  }
  return
}
