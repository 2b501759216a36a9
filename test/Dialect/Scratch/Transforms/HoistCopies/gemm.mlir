// C's tile is loaded and stored once per block, not once per k tile: the
// partial sums stay in the buffer. A and B depend on k and stay. The loop may be
// empty, so its copies are made to depend on K >= 1.
//
// RUN: polymem-opt %s --scratch-promote --scratch-hoist-copies | FileCheck %s

// CHECK: #[[$C:.*]] = affine_set<(d0, d1)[s0, s1, s2, s3, s4] : ({{.*}}, s4 - 1 >= 0)>
// CHECK-LABEL: func @gemm
// CHECK-SAME: (%[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>, %[[M:.*]]: index, %[[N:.*]]: index, %[[K:.*]]: index)
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) =
// CHECK:   %[[LC:.*]] = scratch.alloc(%{{.*}})[%[[I]], %[[J]]]
// CHECK:   scratch.copy_in %[[C]] to %[[LC]] over [#[[$C]]](%[[I]], %[[M]], %[[N]], %[[J]], %[[K]])
// CHECK:   scratch.tile (%[[K0:.*]]) =
// CHECK:     scratch.copy_in %[[A]]
// CHECK:     scratch.copy_in %[[B]]
// CHECK-NOT: scratch.copy_out
// CHECK:     affine.store %{{.*}}, %[[LC]]
// CHECK:   }
// CHECK:   scratch.copy_out %[[LC]] to %[[C]] over [#[[$C]]](%[[I]], %[[M]], %[[N]], %[[J]], %[[K]])

func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %M: index, %N: index, %K: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %N) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    scratch.tile (%k) = (%c0) to (%K) step (%c16) {
      affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %M] {
        affine.for %jj = %j to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%j, %N] {
          affine.for %kk = %k to min affine_map<()[s0, s1] -> (s0 + 16, s1)>()[%k, %K] {
            %a = affine.load %A[%ii, %kk] : memref<?x?xf32>
            %b = affine.load %B[%kk, %jj] : memref<?x?xf32>
            %c = affine.load %C[%ii, %jj] : memref<?x?xf32>
            %p = arith.mulf %a, %b : f32
            %s = arith.addf %c, %p : f32
            affine.store %s, %C[%ii, %jj] : memref<?x?xf32>
          }
        }
      }
    }
  }
  return
}
