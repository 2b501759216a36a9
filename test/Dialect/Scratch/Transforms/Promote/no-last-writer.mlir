// Each point of a tile writes [i, j] and [j, i], whatever side of the diagonal it is on: an element may be
// written last by either store. One buffer would have to hold both, and has no extent that does not
// depend on where the tile is.
//
// RUN: polymem-opt %s --scratch-promote=promote-all --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK-NOT: scratch.alloc
func.func @either(%A: memref<?x?xf32>, %x: memref<?x?xf32>, %M: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-remark@below {{arg0 stays in global memory: dimension 0 has no extent that is independent of the tile origins}}
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %M) step (%c8, %c8) {
    affine.for %p = %i to min affine_map<()[s0, s1] -> (s0, s1 + 8)>()[%M, %i] {
      affine.for %q = %j to min affine_map<()[s0, s1] -> (s0, s1 + 8)>()[%M, %j] {
        %b = arith.constant 1.0 : f32
        affine.store %b, %A[%p, %q] : memref<?x?xf32>
        affine.store %b, %A[%q, %p] : memref<?x?xf32>
      }
    }
  }
  return
}
