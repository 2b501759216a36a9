// The number of iterations was computed by a division by the step, 0.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-split-reductions))' | FileCheck %s
// CHECK: affine.for %{{.*}} = 0 to 512 step 0 iter_args
func.func @sum(%A: memref<512xf32>, %B: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 512 step 0 iter_args(%a = %zero) -> f32 {
    %x = affine.load %A[%i] : memref<512xf32>
    %y = arith.addf %a, %x fastmath<reassoc> : f32
    affine.yield %y : f32
  }
  affine.store %s, %B[0] : memref<1xf32>
  return
}
