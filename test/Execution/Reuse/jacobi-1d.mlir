// jacobi-1d of Isoard (2016), figure 2.2, as one block: tiles of 2 steps are strips, one after the other. Each loads A once,
// 30 elements in each of 4. Of B, only the last strip stores, 28 elements, as no strip loads it; A is stored by each, since
// the next one loads it. If each strip were looked at alone it would be 224 elements, as B was stored by each, too.
//
// DEFINE: %{promote} = scratch-promote{promote-all movement=exact},scratch-hoist-copies
// DEFINE: %{run} = polymem-run %s --compare --check --reference-pipeline=convert-scratch-to-memref
// RUN: %{run} --emulate --count --sizes=N=30,M=8 --pipeline='%{promote},scratch-reuse{strict},convert-scratch-to-gpu' | FileCheck %s --check-prefixes=CHECK,REUSE
// RUN: %{run} --emulate --count --sizes=N=30,M=8 --pipeline='%{promote},convert-scratch-to-gpu' | FileCheck %s --check-prefixes=CHECK,ALONE
// RUN: %{run} --sizes=N=0,M=3 --sizes=N=1,M=1 --sizes=N=2,M=1 --sizes=N=3,M=1 --sizes=N=3,M=2 --sizes=N=4,M=0 --sizes=N=5,M=5 --sizes=N=17,M=7 --pipeline='%{promote},scratch-reuse{strict},convert-scratch-to-memref' | FileCheck %s
//
// CHECK: proved
// CHECK: identical
// CHECK-NOT: different
// REUSE: global load {{[0-9]+}} 120
// REUSE: global store {{[0-9]+}} 140
// ALONE: global load {{[0-9]+}} 344
// ALONE: global store {{[0-9]+}} 373
#first = affine_set<(d0, d1)[s0] : (-d1 + 2 * d0 + s0 - 2 >= 0)>
#second = affine_set<(d0, d1)[s0] : (d1 - 2 * d0 - 2 >= 0)>
func.func @jacobi_1d(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %M: index {polymem.param = "M"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %end = affine.apply affine_map<()[s0, s1] -> (2 * s0 + s1 - 2)>()[%M, %N]
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
   scratch.tile (%T, %I) = (%c0, %c1) to (%M, %end) step (%c2, %c3) {
    scratch.tile (%l) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
     affine.for %t = %T to min affine_map<()[s0, s1] -> (s0 + 2, s1)>()[%T, %M] {
      affine.for %i = max affine_map<(d0)[s0] -> (2 * d0 + 1, s0)>(%t)[%I] to min affine_map<(d0)[s0, s1] -> (2 * d0 + s0, s1 + 3)>(%t)[%N, %I] {
      affine.if #first(%t, %i)[%N] {
        %l0 = affine.load %A[%i - 2 * %t - 1] : memref<?xf32>
        %m = affine.load %A[%i - 2 * %t] : memref<?xf32>
        %r = affine.load %A[%i - 2 * %t + 1] : memref<?xf32>
        %lm = arith.addf %l0, %m : f32
        %s = arith.addf %lm, %r : f32
        affine.store %s, %B[%i - 2 * %t] : memref<?xf32>
      }
      affine.if #second(%t, %i)[%N] {
        %x = affine.load %B[%i - 2 * %t - 1] : memref<?xf32>
        affine.store %x, %A[%i - 2 * %t - 1] : memref<?xf32>
      }
    }}}}}
  return
}
