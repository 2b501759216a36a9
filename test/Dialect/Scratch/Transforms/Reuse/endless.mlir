// isl's analysis of what is read of the buffer simplifies a relation for ever, with
// numbers that grow, and no operation that a budget counts: it is ended, and
// the flow is coarse. (Found by polymem-fuzz, seed 460333.)
//
// RUN: timeout 120 polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-tile{sizes=4,3,2},scratch-promote{promote-all movement=exact},scratch-reuse{max-isl-operations=50000}))' --remarks-filter=scratch-reuse --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK: each tile fills its buffer anew
// CHECK: scratch.tile
func.func @f(%A: memref<?xf64>, %N: index, %M: index, %c: f64) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M step 4 {
      affine.for %k = 0 to min affine_map<()[N] -> (N, 5)>()[%N] {
        affine.if affine_set<(a, b) : (a - b == 0)>(%i, %j) {
          affine.store %c, %A[%k floordiv 2] : memref<?xf64>
          %v = affine.load %A[%k floordiv 2] : memref<?xf64>
        }
      }
    }
  }
  return
}
