// The tiles of a matrix product: extents are the constant tile sizes, partial
// tiles are in the copy sets, C is copied in and out, the fixed block does not
// depend on k. References outside the scratchpad tile are left alone.
//
// RUN: polymem-opt %s --scratch-promote --cse | FileCheck %s

// CHECK-DAG: #[[$LA:.*]] = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 16)>
// CHECK-DAG: #[[$LB:.*]] = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (16, 32)>
// CHECK-DAG: #[[$LC:.*]] = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 32)>
// CHECK-DAG: #[[$A:.*]] = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 >= 0, -d0 + s1 - 1 >= 0, -d0 + s0 + 31 >= 0, d1 - s2 >= 0, -d1 + s3 - 1 >= 0, -d1 + s2 + 15 >= 0)>
// CHECK-LABEL: func @gemm
// CHECK-SAME: (%[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>, %[[M:.*]]: index, %[[N:.*]]: index, %[[K:.*]]: index, %{{.*}}: f32)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[M_A:.*]] = memref.dim %[[A]], %[[C0]] :
// CHECK-DAG: %[[K_A:.*]] = memref.dim %[[A]], %[[C1]] :
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK:   scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK:     affine.load %[[C]]
// CHECK:     affine.store %{{.*}}, %[[C]]
// CHECK:   scratch.tile (%[[K0:.*]]) =
// CHECK:     %[[LA:.*]] = scratch.alloc(%[[M_A]], %[[K_A]])[%[[I]], %[[K0]]] : memref<?x?xf32, #[[$LA]], #gpu.address_space<workgroup>>
// CHECK:     %[[LB:.*]] = scratch.alloc(%{{.*}})[%[[K0]], %[[J]]] : memref<?x?xf32, #[[$LB]],
// CHECK:     %[[LC:.*]] = scratch.alloc(%{{.*}})[%[[I]], %[[J]]] : memref<?x?xf32, #[[$LC]],
// CHECK:     scratch.copy_in %[[A]] to %[[LA]] over [#[[$A]]](%[[I]], %[[M]], %[[K0]], %[[K]])
// CHECK:     scratch.copy_in %[[B]] to %[[LB]] over [#{{.*}}](%[[N]], %[[J]], %[[K0]], %[[K]])
// CHECK:     scratch.copy_in %[[C]] to %[[LC]] over [#[[$C:.*]]](%[[I]], %[[M]], %[[N]], %[[J]])
// CHECK:     scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK:       affine.load %[[LA]]
// CHECK:       affine.load %[[LB]]
// CHECK:       affine.load %[[LC]]
// CHECK:       affine.store %{{.*}}, %[[LC]]
// CHECK:     scratch.copy_out %[[LC]] to %[[C]] over [#[[$C]]](%[[I]], %[[M]], %[[N]], %[[J]])

func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %M: index, %N: index, %K: index, %beta: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %N) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %mi = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %M]
    %mj = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%j, %N]
    scratch.tile (%ii, %jj) = (%i, %j) to (%mi, %mj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %c = affine.load %C[%ii, %jj] : memref<?x?xf32>
      %s = arith.mulf %c, %beta : f32
      affine.store %s, %C[%ii, %jj] : memref<?x?xf32>
    }
    scratch.tile (%k) = (%c0) to (%K) step (%c16) {
      scratch.tile (%ii, %jj) = (%i, %j) to (%mi, %mj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
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
  return
}
