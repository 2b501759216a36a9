// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin))' \
// RUN: | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-check{strict print}))' \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROOF

// Markers that are there already keep their names, and others get names that
// are free.

// PROOF-LABEL: check @f
// PROOF-NOT: not decided
// PROOF-NOT: VIOLATED

// CHECK-LABEL: func.func @f
// CHECK: {{^ +}}%{{.*}} = arith.addf
// CHECK-NEXT: scratch.origin "S1"
// CHECK: {{^ +}}%{{.*}} = arith.mulf
// CHECK-NEXT: scratch.origin "S0"
// CHECK: {{^ +}}%{{.*}} = arith.addf
// CHECK-NEXT: scratch.origin "S3"
// CHECK: {{^ +}}%{{.*}} = arith.subf
// CHECK-NEXT: scratch.origin "S2"
// CHECK: {{^ +}}%{{.*}} = arith.addf
// CHECK-NEXT: scratch.origin "S4"
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %w = arith.addf %x, %x : f32
    affine.store %w, %C[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %C[%i] : memref<?xf32>
    %d = arith.subf %y, %x : f32
    %z = scratch.origin "S2"[%i] %d : f32
    affine.store %z, %B[%i] : memref<?xf32>
    %e = arith.addf %z, %x : f32
    affine.store %e, %A[%i] : memref<?xf32>
  }
  return
}
