// A load that nobody uses is gone after scheduling: in canonical form the original
// has none either, and that is what it is compared with.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-schedule,polymem-check{strict print}))' -o /dev/null 2>&1 | FileCheck %s
// CHECK: live-out: proved
// CHECK: assumed:{{.*}}upstream's canonicalization of arith and math keeps values

func.func @dead_load(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %s: memref<?xf32> {polymem.shape = ["M"]}, %t: memref<?xf32> {polymem.shape = ["M"]}, %q: memref<?xf32> {polymem.shape = ["N"]}, %p: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n0 = memref.dim %A, %c0 : memref<?x?xf32>
  %c1 = arith.constant 1 : index
  %n1 = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n0 {
  affine.for %j = 0 to %n1 {
  affine.if affine_set<(i, j) : (i + j - 1 >= 0)>(%i, %j) {
    %v0 = affine.load %A[%i, %j] : memref<?x?xf32>
    %v1 = affine.load %A[%i, %j] : memref<?x?xf32>
    %v2 = affine.load %t[%j] : memref<?xf32>
    %v3 = arith.mulf %v2, %v0 : f32
    affine.store %v3, %t[%j] : memref<?xf32>
    %v4 = affine.load %s[%j] : memref<?xf32>
    %v5 = arith.addf %v4, %v0 : f32
    affine.store %v5, %s[%j] : memref<?xf32>
    %v6 = affine.load %B[%i, %j] : memref<?x?xf32>
    %v7 = affine.load %s[%j] : memref<?xf32>
    %v8 = arith.addf %v7, %v6 : f32
    affine.store %v8, %s[%j] : memref<?xf32>
    %v9 = affine.load %A[%i, %j] : memref<?x?xf32>
    %v10 = arith.mulf %v9, %v4 : f32
    affine.store %v10, %A[%i, %j] : memref<?x?xf32>
    %v11 = affine.load %p[%i] : memref<?xf32>
    %v12 = affine.load %s[%j] : memref<?xf32>
    %v13 = arith.addf %v12, %v5 : f32
    affine.store %v13, %s[%j] : memref<?xf32>
  }
  }
  }
  return
}
