// RUN: polymem-opt %s -polymem-codegen=check-only -verify-diagnostics \
// RUN:   --remarks-filter=polymem-codegen --remark-format=emitRemark > %t.after
// RUN: polymem-opt %s > %t.before
// RUN: diff %t.before %t.after

// `check-only` reports and changes nothing.

// expected-remark@+1 {{2 statements}}
func.func @sum(%A: memref<?xf32>, %y: memref<f32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to %n iter_args(%a = %zero) -> f32 {
    %v = affine.load %A[%i] : memref<?xf32>
    %x = arith.addf %a, %v : f32
    affine.yield %x : f32
  }
  return
}
