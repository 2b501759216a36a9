// RUN: polymem-opt %s --affine-loop-invariant-code-motion | FileCheck %s

// Upstream's affine code motion takes an invariant load of a promoted buffer
// out of a loop of the tile, not out of the tile; and nothing past a copy.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>

// CHECK-LABEL: func @invariant_load
func.func @invariant_load(%A: memref<?xf32>, %C: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  // CHECK: scratch.tile
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    // CHECK-NEXT: %[[B:.*]] = scratch.alloc
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    // CHECK-NEXT: scratch.copy_in
    scratch.copy_in %A to %b over [#set](%i) : memref<?xf32> to memref<?xf32, #box>
    // CHECK-NEXT: affine.load %[[B]]
    // CHECK-NEXT: affine.for
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%i, %n] {
      %x = affine.load %b[symbol(%i)] : memref<?xf32, #box>
      // CHECK-NEXT: affine.store
      affine.store %x, %C[%ii] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @copy_in_loop
func.func @copy_in_loop(%A: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  // CHECK: scratch.alloc
  %b = scratch.alloc(%n)[%c0] : memref<?xf32, #box>
  // CHECK-NEXT: affine.for
  affine.for %t = 0 to 8 {
    // CHECK-NEXT: scratch.copy_in
    scratch.copy_in %A to %b over [#set](%c0) : memref<?xf32> to memref<?xf32, #box>
    // CHECK-NEXT: affine.load
    %x = affine.load %b[0] : memref<?xf32, #box>
    affine.store %x, %A[%t] : memref<?xf32>
  }
  return
}
