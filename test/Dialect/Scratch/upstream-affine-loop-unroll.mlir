// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(affine-loop-unroll{unroll-factor=4}))' | FileCheck %s

// Upstream's unrolling works on a loop of the tile that accesses a promoted
// buffer.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>

// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func @unroll
func.func @unroll(%n: index, %s: index, %C: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: scratch.tile (%[[I:.*]]) =
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    // CHECK: %[[B:.*]] = scratch.alloc
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #box>
    // CHECK: affine.for %[[II:.*]] = %[[I]] to #{{.*}}()[%[[I]]] step 4 {
    affine.for %ii = %i to affine_map<()[s0] -> (s0 + 16)>()[%i] {
      // CHECK: affine.load %[[B]][%[[II]]]
      // CHECK: %[[II1:.*]] = affine.apply #[[NEXT]](%[[II]])
      // CHECK: affine.load %[[B]][%[[II1]]]
      // CHECK-COUNT-2: affine.load %[[B]]
      %x = affine.load %b[%ii] : memref<?xf32, #box>
      affine.store %x, %C[%ii] : memref<?xf32>
    }
    // CHECK-NOT: affine.load
  }
  return
}
