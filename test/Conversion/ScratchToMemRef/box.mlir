// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// A box whose corner is the tile's origin: everything stays affine.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, -d0 + s1 - 1 >= 0)>

// CHECK-DAG: #[[ID:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[UB:.*]] = affine_map<(d0)[s0] -> (d0 + 16, s0)>

// CHECK-LABEL: func @box
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[N:.*]]: index)
func.func @box(%A: memref<?xf32>, %n: index) {
  // CHECK: %[[B:.*]] = memref.alloca() : memref<16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  // CHECK: affine.for %[[I:.*]] = 0 to %[[N]] step 16 {
  scratch.tile (%i) = (%c0) to (%n) step (%c16) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box, #gpu.address_space<workgroup>>
    // CHECK: affine.for %[[E:.*]] = #[[ID]](%[[I]]) to min #[[UB]](%[[I]])[%[[N]]] {
    // CHECK: %[[V:.*]] = affine.load %[[A]][%[[E]]]
    // CHECK: affine.store %[[V]], %[[B]][%[[E]] - %[[I]]] : memref<16xf32>
    scratch.copy_in %A to %b over [#set](%i, %n) : memref<?xf32> to memref<?xf32, #box, #gpu.address_space<workgroup>>
    // CHECK: affine.for %[[II:.*]] = #[[ID]](%[[I]]) to min #[[UB]](%[[I]])[%[[N]]] {
    affine.for %ii = %i to min affine_map<()[s0, s2] -> (s0 + 16, s2)>()[%i, %n] {
      // CHECK: affine.load %[[B]][%[[II]] - %[[I]]]
      %x = affine.load %b[%ii] : memref<?xf32, #box, #gpu.address_space<workgroup>>
      %y = arith.addf %x, %x : f32
      // CHECK: affine.store %{{.*}}, %[[B]][%[[II]] - %[[I]]]
      affine.store %y, %b[%ii] : memref<?xf32, #box, #gpu.address_space<workgroup>>
    }
    // CHECK: affine.for %[[E:.*]] = #[[ID]](%[[I]])
    // CHECK: %[[V:.*]] = affine.load %[[B]][%[[E]] - %[[I]]]
    // CHECK: affine.store %[[V]], %[[A]][%[[E]]]
    scratch.copy_out %b to %A over [#set](%i, %n) : memref<?xf32, #box, #gpu.address_space<workgroup>> to memref<?xf32>
  }
  // CHECK-NOT: scratch
  return
}
