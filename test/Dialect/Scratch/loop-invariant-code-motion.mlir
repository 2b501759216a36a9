// RUN: polymem-opt %s --loop-invariant-code-motion --split-input-file | FileCheck %s

// Upstream's pass moves invariant code out of a tile, but no buffer.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>

// CHECK-LABEL: func @invariant
func.func @invariant(%A: memref<?xf32>, %n: index, %s: index, %f: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[M:.*]] = arith.muli
  // CHECK: %[[SUM:.*]] = arith.addf
  // CHECK: scratch.tile
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    // CHECK-NEXT: scratch.alloc(%[[M]])
    %m = arith.muli %n, %n : index
    %b = scratch.alloc(%m)[%c0] : memref<?xf32, #box>
    %g = arith.addf %f, %f : f32
    // CHECK-NEXT: affine.store %[[SUM]]
    affine.store %g, %b[symbol(%i)] : memref<?xf32, #box>
  }
  return
}

// -----

// %m is a symbol in the tile. In the time loop's body it would not be one, and
// the loop that it bounds would be invalid: it stays, and so does its user.

// CHECK-LABEL: func @stays_a_symbol
func.func @stays_a_symbol(%A: memref<?xf32>, %n: index, %s: index, %f: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: arith.addf
  // CHECK-NEXT: affine.for
  affine.for %t = 0 to %n {
    // CHECK-NEXT: scratch.tile
    scratch.tile (%i) = (%c0) to (%n) step (%s) {
      // CHECK-NEXT: %[[M:.*]] = arith.muli
      %m = arith.muli %t, %n : index
      // CHECK-NEXT: %[[L:.*]] = arith.addi %[[M]]
      %l = arith.addi %m, %n : index
      %g = arith.addf %f, %f : f32
      // CHECK-NEXT: affine.for %{{.*}} = 0 to %[[L]]
      affine.for %ii = 0 to %l {
        affine.store %g, %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}
