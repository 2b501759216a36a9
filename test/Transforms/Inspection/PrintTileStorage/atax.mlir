// The table of the thesis has A: [s1, ny], x: [s2], y: [ny], tmp: [s1].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2 schedule="[arg5] -> { S0[i] -> [0, i, 2]; S1[i] -> [i, 0, 0]; S2[i, j] -> [i, j, 1]; S3[i, j] -> [i, arg5 + j, 3] }" context="[s1, s2, arg4, arg5] -> { : s1 >= 2 and s2 >= 2 and arg4 >= 2s1 and arg5 >= 2s2 }"}))' | FileCheck %s
// CHECK: tiles @atax
// CHECK-NEXT: arg2: i0 mod arg5, arg5 cells
// CHECK-NEXT: arg2: 128 cells where s1 = 64, s2 = 64, arg4 = 128, arg5 = 128
// CHECK-NEXT: arg3: i0 mod s1, s1 cells
// CHECK-NEXT: arg3: 64 cells where s1 = 64, s2 = 64, arg4 = 128, arg5 = 128
// CHECK-NEXT: arg0: i0 mod s1, i1 mod arg5, s1*arg5 cells
// CHECK-NEXT: arg0: 8192 cells where s1 = 64, s2 = 64, arg4 = 128, arg5 = 128
// CHECK-NEXT: arg1: i0 mod s2, s2 cells
// CHECK-NEXT: arg1: 64 cells where s1 = 64, s2 = 64, arg4 = 128, arg5 = 128
// CHECK-NOT: cells

func.func @atax(%A: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %tmp: memref<?xf32>, %nx: index, %ny: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %ny {
    affine.store %zero, %y[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %nx {
    affine.store %zero, %tmp[%i] : memref<?xf32>
    affine.for %j = 0 to %ny {
      %0 = affine.load %tmp[%i] : memref<?xf32>
      %1 = affine.load %A[%i, %j] : memref<?x?xf32>
      %2 = affine.load %x[%j] : memref<?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %tmp[%i] : memref<?xf32>
    }
    affine.for %j = 0 to %ny {
      %0 = affine.load %y[%j] : memref<?xf32>
      %1 = affine.load %A[%i, %j] : memref<?x?xf32>
      %2 = affine.load %tmp[%i] : memref<?xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %y[%j] : memref<?xf32>
    }
  }
  return
}
