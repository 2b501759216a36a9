// RUN: polymem-opt %s --polymem-time-tile=mapping=gpu | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=N=3 \
// RUN:   --pipeline='builtin.module(func.func(polymem-time-tile{mapping=gpu},convert-scratch-to-gpu))'

// The loop over %i has one iteration in each tile, so that none is generated
// for it where bounds are exact, as with a step of 2. The one over %j, whose iterations depend on each other, was mapped to
// threads in its place.

// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-NOT: scratch.tile
func.func @f(%A: memref<?x?xf64> {polymem.shape = ["N + 4", "N + 4"]}) {
  affine.for %t = 0 to 10 step 2 {
    affine.for %i = max affine_map<(t) -> (0, t floordiv 2 - 2)>(%t) to 2 step 4 {
      affine.for %j = 0 to 2 {
        %a = affine.load %A[0, 0] : memref<?x?xf64>
        %b = arith.mulf %a, %a : f64
        affine.store %b, %A[0, %i] : memref<?x?xf64>
      }
    }
  }
  return
}
