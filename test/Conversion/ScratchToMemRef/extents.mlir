// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// Extents with symbols: the cells are allocated for each tile, with as many as
// the tile needs, and freed at its end.

#box = #scratch.mapping<(d0, d1)[s0, s1, s2] -> (d0 - s0 + 1, d1 floordiv 2), extents = ()[s0, s1, s2] -> (s1 + 2, 4)>

// CHECK-LABEL: func @extents
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
func.func @extents(%n: index, %s: index, %v: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: scf.for
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    // CHECK: %[[C2:.*]] = arith.constant 2 : index
    // CHECK: %[[E:.*]] = arith.addi %[[S]], %[[C2]]
    // CHECK: %[[B:.*]] = memref.alloc(%[[E]]) : memref<?x4xf32>
    %b = scratch.alloc(%n, %n)[%i, %s, %n] : memref<?x?xf32, #box, #gpu.address_space<workgroup>>
    // CHECK: memref.store
    affine.store %v, %b[symbol(%i), 3] : memref<?x?xf32, #box, #gpu.address_space<workgroup>>
    // CHECK: memref.dealloc %[[B]]
    // CHECK-NEXT: }
  }
  return
}
