// RUN: polymem-opt %s --affine-scalrep | FileCheck %s

// Upstream's scalar replacement forwards stores of a promoted buffer to loads
// of the same element, in array coordinates; not across what writes the buffer.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>

// CHECK-LABEL: func @forward
func.func @forward(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    // CHECK: %[[B:.*]] = scratch.alloc
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    // CHECK: scratch.copy_in
    scratch.copy_in %A to %b over [#set](%i) : memref<?xf32> to memref<?xf32, #box>
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%i, %n] {
      // CHECK: %[[X:.*]] = affine.load %[[B]]
      %x = affine.load %b[%ii] : memref<?xf32, #box>
      // CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]]
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%ii] : memref<?xf32, #box>
      %z = affine.load %b[%ii] : memref<?xf32, #box>
      // CHECK-NEXT: %[[W:.*]] = arith.mulf %[[Y]], %[[Y]]
      %w = arith.mulf %z, %z : f32
      // CHECK-NEXT: affine.store %[[W]], %[[B]]
      affine.store %w, %b[%ii] : memref<?xf32, #box>
    }
    // CHECK: scratch.copy_out
    scratch.copy_out %b to %A over [#set](%i) : memref<?xf32, #box> to memref<?xf32>
  }
  return
}

// CHECK-LABEL: func @copy_between
func.func @copy_between(%A: memref<?xf32>, %n: index, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  // CHECK: %[[B:.*]] = scratch.alloc
  %b = scratch.alloc(%n)[%c0] : memref<?xf32, #box>
  // CHECK: affine.store
  affine.store %f, %b[0] : memref<?xf32, #box>
  // CHECK: scratch.copy_out
  scratch.copy_out %b to %A over [#set](%c0) : memref<?xf32, #box> to memref<?xf32>
  // CHECK: affine.store
  affine.store %f, %b[0] : memref<?xf32, #box>
  // CHECK: %[[T:.*]] = scratch.copy_in
  %t = scratch.copy_in %A to %b over [#set](%c0) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
  // CHECK: scratch.wait
  scratch.wait %t
  // CHECK: %[[X:.*]] = affine.load %[[B]]
  %x = affine.load %b[0] : memref<?xf32, #box>
  // CHECK: return %[[X]]
  return %x : f32
}
