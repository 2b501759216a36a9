// A stencil with a halo: the buffer has the halo, copies are clipped to the
// elements that the stencil touches in partial tiles.
//
// RUN: polymem-opt %s --scratch-promote --cse | FileCheck %s
//
// One set with the corners is copied, which the stencil does not read, instead of one of more
// conditions without: 18 x 34 = 612 elements instead of 608. With movement=exact it is the latter.
// RUN: polymem-opt %s --scratch-promote --cse | FileCheck %s --check-prefix=ONE
// RUN: polymem-opt %s --scratch-promote="movement=box" --cse | FileCheck %s --check-prefix=ONE
// RUN: polymem-opt %s --scratch-promote="dry-run movement=box" 2>&1 >/dev/null | FileCheck %s --check-prefix=BOX-PLAN
// RUN: polymem-opt %s --scratch-promote="dry-run movement=exact" 2>&1 >/dev/null | FileCheck %s --check-prefix=EXACT-PLAN

// ONE: #[[$SET:.*]] = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s0 + 1 >= 0, -d0 + s1 - 1 >= 0, -d0 + s0 + 16 >= 0, d1 - s3 + 1 >= 0, -d1 + s3 + 32 >= 0, -d1 + s2 - 1 >= 0)>
// ONE: scratch.copy_in %{{.*}} over [#[[$SET]]](
// BOX-PLAN: arg0 {{ *}}18 x 34 {{ *}}2448 {{ *}}612 {{ *}}0 promoted
// EXACT-PLAN: arg0 {{ *}}18 x 34 {{ *}}2448 {{ *}}608 {{ *}}0 promoted

// CHECK-DAG: #[[$BOX:.*]] = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0 + 1, d1 - s1 + 1), extents = ()[s0, s1] -> (18, 34)>
// CHECK-LABEL: func @jacobi2d
// CHECK-SAME: (%[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) =
// CHECK: %[[L:.*]] = scratch.alloc(%{{.*}}, %{{.*}})[%[[I]], %[[J]]] : memref<?x?xf32, #[[$BOX]],
// CHECK: scratch.copy_in %[[A]] to %[[L]] over
// CHECK-NOT: scratch.copy_in
// CHECK: affine.store %{{.*}}, %[[B]]

func.func @jacobi2d(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %N: index, %M: index) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%N]
  %m = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%M]
  scratch.tile (%i, %j) = (%c1, %c1) to (%n, %m) step (%c16, %c32) {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 16, s1 - 1)>()[%i, %N] {
      affine.for %jj = %j to min affine_map<()[s0, s1] -> (s0 + 32, s1 - 1)>()[%j, %M] {
        %0 = affine.load %A[%ii - 1, %jj] : memref<?x?xf32>
        %1 = affine.load %A[%ii + 1, %jj] : memref<?x?xf32>
        %2 = affine.load %A[%ii, %jj - 1] : memref<?x?xf32>
        %3 = affine.load %A[%ii, %jj + 1] : memref<?x?xf32>
        %4 = arith.addf %0, %1 : f32
        %5 = arith.addf %2, %3 : f32
        %6 = arith.addf %4, %5 : f32
        affine.store %6, %B[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}
