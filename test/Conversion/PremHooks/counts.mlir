// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(prem-tell-accesses))' | FileCheck %s

// Each block counts what it executes by itself.

// CHECK-LABEL: @counts
func.func @counts(%A: memref<80xf32>, %n: index) {
  %m = arith.constant 8 : index
  // CHECK: prem.component
  prem.component (%k) to (%m) groups [1] {
    // CHECK-NEXT: prem.stream
    %b = prem.stream rw resident : memref<80xf32>
    %w = prem.stream rw resident : memref<80xi32>
    // CHECK-NEXT: prem.stream
    // The apply: an addition, two multiplications and a division.
    // CHECK-NEXT: prem.count int, 1
    // CHECK-NEXT: prem.count int_mul, 2
    // CHECK-NEXT: prem.count int_div, 1
    // CHECK-NEXT: prem.count branch, 1
    %x = affine.apply affine_map<(d0)[s0] -> ((d0 * 3 + s0 * 2) floordiv 5)>(%k)[%n]
    // CHECK: affine.for
    affine.for %i = 0 to 8 {
      // CHECK-NEXT: prem.count load, 2
      // CHECK-NEXT: prem.count store, 2
      // CHECK-NEXT: prem.count int, 4
      // CHECK-NEXT: prem.count int_mul, 1
      // CHECK-NEXT: prem.count int_div, 1
      // CHECK-NEXT: prem.count float, 3
      // CHECK-NEXT: prem.count float_mul, 2
      // CHECK-NEXT: prem.count float_div, 1
      // CHECK-NEXT: prem.count special, 1
      // CHECK-NEXT: prem.count branch, 1
      // CHECK-NOT: prem.count
      %a = affine.load %b[%i] : memref<80xf32>
      %v = affine.load %w[%i] : memref<80xi32>
      %v1 = arith.muli %v, %v : i32
      %v2 = arith.remsi %v1, %v : i32
      %v3 = arith.addi %v2, %v : i32
      %v4 = arith.extsi %v3 : i32 to i64
      %v5 = arith.trunci %v4 : i64 to i32
      %f = arith.sitofp %v5 : i32 to f32
      %g = arith.addf %a, %f : f32
      %h = arith.maximumf %g, %a : f32
      %p = arith.mulf %h, %a : f32
      %q = math.fma %p, %p, %a : f32
      %r = arith.divf %q, %a : f32
      %s = math.exp %r : f32
      affine.store %s, %b[%i] : memref<80xf32>
      affine.store %v5, %w[%i] : memref<80xi32>
    }
    // CHECK: affine.if
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%k) {
      // CHECK-NEXT: prem.count store, 1
      // CHECK-NOT: prem.count
      %zero = arith.constant 0.0 : f32
      affine.store %zero, %b[0] : memref<80xf32>
    }
  }
  return
}
