// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s

// Minima and maxima that pass NaN on and order zeros are the same in any order:
// nothing has to say so, and nothing says so afterwards.

// CHECK-LABEL: func @extrema
// CHECK: affine.for %{{.*}} = 0 to 16384 {
// CHECK-DAG: arith.constant 0xFC00 : f16
// CHECK-DAG: arith.constant 0x7C00 : f16
// CHECK: affine.for {{.*}} step 16384
// CHECK: arith.maximumf %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : f16
// CHECK: arith.minimumf %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : f16
// CHECK: affine.for %{{.*}} = 0 to 256 {
// CHECK: arith.maximumf %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : f16
// CHECK: arith.minimumf %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : f16
func.func @extrema(%A: memref<?xf16>, %S: memref<2xf16>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf16>
    %s0 = affine.load %S[0] : memref<2xf16>
    %t0 = arith.maximumf %s0, %x : f16
    affine.store %t0, %S[0] : memref<2xf16>
    %s1 = affine.load %S[1] : memref<2xf16>
    %t1 = arith.minimumf %x, %s1 : f16
    affine.store %t1, %S[1] : memref<2xf16>
  }
  return
}

// Of two zeros, maxnumf and minnumf may return either.

// CHECK-LABEL: func @either_greatest
// CHECK-NOT: alloca
func.func @either_greatest(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.maxnumf %s, %x : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func @either_least
// CHECK-NOT: alloca
func.func @either_least(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.minnumf %s, %x : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func @licensed
// CHECK: affine.for {{.*}} step 16384
// CHECK: arith.maxnumf %{{.*}} fastmath<reassoc>
func.func @licensed(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.maxnumf %s, %x fastmath<reassoc> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}
