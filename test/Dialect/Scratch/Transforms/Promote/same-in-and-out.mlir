// Products that begin behind the row that they are added to, as in PolyBench's symm and trmm: which elements of C are
// loaded before they are stored is found step by step, and reads as if it depended on the step. In all steps these are
// the elements that are stored, so that the copies are of one set, and leave the loop of steps.
// RUN: polymem-opt %s --scratch-promote --canonicalize | FileCheck %s --check-prefixes=CHECK,STEPS
// RUN: polymem-opt %s --scratch-promote --scratch-hoist-copies --canonicalize | FileCheck %s --check-prefixes=CHECK,HOISTED

// CHECK: #[[SET:set[0-9]*]] = affine_set<(d0, d1)[s0, s1, s2, s3] : (d0 - s3 >= 0, -d0 + s3 + 31 >= 0, -d0 + s2 - 2 >= 0, d1 - s0 >= 0, -d1 + s1 - 1 >= 0, -d1 + s0 + 31 >= 0)>
// CHECK-LABEL: func.func @behind(
// CHECK-SAME: %[[B:[a-z0-9]+]]: memref<?x?xf32>
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// HOISTED: scratch.copy_in %{{.*}} to %[[C:.*]] over [#{{set[0-9]*}}]
// CHECK: scratch.tile (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%[[C32]]) {
// STEPS: scratch.copy_in %[[B]] to %[[C:.*]] over [#[[SET]]](
// STEPS: scratch.copy_out %[[C]] to %[[B]] over [#[[SET]]](
// HOISTED: affine.store
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: }
// HOISTED-NEXT: scratch.copy_out %[[C]] to %[[B]]

// RUN: polymem-run %s --entry=behind --compare --check --reference-pipeline=convert-scratch-to-memref --sizes=M=1,N=3 --sizes=M=2,N=1 --sizes=M=33,N=33 --sizes=M=70,N=37 --pipeline='scratch-promote,scratch-hoist-copies,convert-scratch-to-memref' | FileCheck %s --check-prefix=SAME
// SAME-COUNT-4: identical
func.func @behind(%C: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                  %A: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                  %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  %last = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%M]
  scratch.tile (%i, %j) = (%c0, %c0) to (%N, %last) step (%c32, %c32) mapping [#gpu.block<x>, #gpu.block<y>] {
    %i_end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%N, %i]
    %j_end = affine.min affine_map<()[s0, s1] -> (s0 - 1, s1 + 32)>()[%M, %j]
    %first = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%j]
    scratch.tile (%k) = (%first) to (%M) step (%c32) {
      scratch.tile (%x, %y) = (%i, %j) to (%i_end, %j_end) step (%c1, %c1) mapping [#gpu.thread<x>, #gpu.thread<y>] {
        affine.for %z = max affine_map<()[s0, s1] -> (s0 + 1, s1)>()[%y, %k]
            to min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%M, %k] {
          %c = affine.load %C[%y, %x] : memref<?x?xf32>
          %b = affine.load %B[%z, %x] : memref<?x?xf32>
          %a = affine.load %A[%z, %y] : memref<?x?xf32>
          %p = arith.mulf %b, %a : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%y, %x] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
