// isl reorders the lives of these scalars in a way that does not hold; they are
// memory like any other then, instead of a refusal.

// RUN: polymem-opt %s --polymem-schedule --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 -o /dev/null | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --sizes=N=9 --sizes=N=1 --check --pipeline=polymem-schedule

// CHECK: [Passed] Scheduled
func.func @durbin_f32(
    %r: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %r, %c0 : memref<?xf32>
  %last:2 = affine.for %k = 1 to %N iter_args(%alpha = %one, %beta = %one) -> (f32, f32) {
    %prod = arith.mulf %alpha, %alpha : f32
    %diff = arith.subf %one, %prod : f32
    %beta_1 = arith.mulf %diff, %beta : f32
    %total = affine.for %i = 0 to affine_map<(k) -> (k)>(%k) iter_args(%s = %zero) -> f32 {
      affine.yield %one : f32
    }
    %sum = arith.addf %one, %total : f32
    %neg_2 = arith.negf %sum : f32
    %alpha_1 = arith.divf %neg_2, %beta_1 : f32
    affine.yield %alpha_1, %beta_1 : f32, f32
  }
  return
}
