// The table of the thesis has A: [s1, s3], B: [s3, s2], C: [s1, s2].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[i, j] -> [i, j, 0, 0]; S1[i, j, k] -> [i, j, k, 1] }" context="[s1, s2, s3, arg4, arg5, arg6] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg4 >= 2s1 and arg5 >= 2s2 and arg6 >= 2s3 }"}))' | FileCheck %s
// CHECK: tiles @gemm
// CHECK-NEXT: arg2: i0 mod s1, i1 mod s2, s1*s2 cells
// CHECK-NEXT: arg2: 4096 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 128, arg5 = 128, arg6 = 128
// CHECK-NEXT: arg0: i0 mod s1, i1 mod s3, s1*s3 cells
// CHECK-NEXT: arg0: 4096 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 128, arg5 = 128, arg6 = 128
// CHECK-NEXT: arg1: i0 mod s3, i1 mod s2, s2*s3 cells
// CHECK-NEXT: arg1: 4096 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 128, arg5 = 128, arg6 = 128
// CHECK-NOT: cells

func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %beta: f32, %ni: index, %nj: index, %nk: index) {
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %nj {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %d = arith.mulf %c, %beta : f32
      affine.store %d, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %nk {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %e = affine.load %C[%i, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %f = arith.addf %e, %ab : f32
        affine.store %f, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
