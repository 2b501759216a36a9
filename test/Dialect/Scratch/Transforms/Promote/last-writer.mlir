// A matrix is made symmetric: an element of the diagonal is written twice, the second time by the
// store to [j, i]. The stores have buffers of their own, each of constant size, and the diagonal is
// copied out of the second one only.
//
// RUN: polymem-opt %s --scratch-promote | FileCheck %s

// CHECK-DAG: #[[RIGHT:.*]] = affine_set<(d0, d1)[s0, s1, s2] : ({{.*}}-d0 + d1 - 1 >= 0{{.*}})>
// CHECK-DAG: #[[LEFT:.*]] = affine_set<(d0, d1)[s0, s1, s2] : ({{.*}}d0 - d1 >= 0{{.*}})>
// CHECK-LABEL: func.func @symmetric
// CHECK: %[[A:.*]] = scratch.alloc(%{{.*}})[%[[I:.*]], %[[J:.*]]]
// CHECK: %[[B:.*]] = scratch.alloc(%{{.*}})[%[[J]], %[[I]]]
// CHECK: scratch.copy_in %{{.*}} to %[[A]]
// CHECK-NOT: scratch.copy_in
// CHECK: affine.store %{{.*}}, %[[A]][
// CHECK: affine.store %{{.*}}, %[[B]][
// CHECK: scratch.copy_out %[[A]] to %{{.*}} over [#[[RIGHT]]]
// CHECK: scratch.copy_out %[[B]] to %{{.*}} over [#[[LEFT]]]
func.func @symmetric(%A: memref<?x?xf32>, %M: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%M, %M) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %i]
    %1 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %j]
    scratch.tile (%p, %q) = (%i, %j) to (%0, %1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %r = max affine_map<()[s0, s1] -> (s0, s1)>()[%p, %q] to min affine_map<()[s0, s1] -> (s0, s1 + 1)>()[%M, %q] {
        %a = affine.load %A[symbol(%p), %r] : memref<?x?xf32>
        %b = arith.divf %a, %x : f32
        affine.store %b, %A[symbol(%p), %r] : memref<?x?xf32>
        affine.store %b, %A[%r, symbol(%p)] : memref<?x?xf32>
      }
    }
  }
  return
}
