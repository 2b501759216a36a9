// Of stores to one array in one block, one is modelled; a store in another block is, too.

// RUN: polymem-opt %s --scratch-trim-tiles --split-input-file | FileCheck %s

// Only blocks that begin before M have something to store.
// CHECK: #[[BEFORE:.*]] = affine_set<()[s0, s1] : (-s0 + s1 - 1 >= 0)>
// CHECK-LABEL: func.func @one_block
// CHECK: scratch.tile (%[[I:.*]]) =
// CHECK-NEXT: affine.if #[[BEFORE]]()[%[[I]], %{{.*}}] {
// CHECK: } {polymem.tile_domain}
func.func @one_block(%A: memref<?xf32> {polymem.shape = ["N"]}, %m: index {polymem.param = "M"}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      affine.if affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>(%ii)[%m] {
        affine.store %x, %A[%ii] : memref<?xf32>
        affine.store %x, %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// All others store in the other branch.
// CHECK-LABEL: func.func @two_blocks
// CHECK-NOT: polymem.tile_domain
func.func @two_blocks(%A: memref<?xf32> {polymem.shape = ["N"]}, %m: index {polymem.param = "M"}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %n] {
      affine.if affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>(%ii)[%m] {
        affine.store %x, %A[%ii] : memref<?xf32>
      } else {
        affine.store %x, %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}
