// A budget that ends while constraints for isl's scheduler are put together.
// RUN: polymem-opt %s --polymem-schedule="max-isl-operations=1000" | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule="max-isl-operations=900" | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule="max-isl-operations=800" | FileCheck %s

// CHECK: func.func @f
func.func @f() {
  %cst = arith.constant 0.0 : f32
  %cst_0 = arith.constant 1.0 : f32
  %0:2 = affine.for %i = 0 to 10 iter_args(%a = %cst, %b = %cst_0) -> (f32, f32) {
    %1 = arith.addf %a, %b : f32
    affine.yield %1, %1 : f32, f32
  }
  return
}
