// The table of the thesis has A, B: [ni, s3], C: [s1, s2].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[i, j] -> [i, j, 0, 0]; S1[i, j, k] -> [i, j, k, 1] }" context="[s1, s2, s3, arg4, arg5] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg4 >= 2s1 and arg4 >= 2s2 and arg5 >= 2s3 }"}))' | FileCheck %s
// CHECK: tiles @syr2k
// CHECK-NEXT: arg2: i0 mod s1, i1 mod s2, s1*s2 cells
// CHECK-NEXT: arg2: 4096 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 128, arg5 = 128
// CHECK-NEXT: arg0: i0 mod arg4, i1 mod s3, s3*arg4 cells
// CHECK-NEXT: arg0: 8192 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 128, arg5 = 128
// CHECK-NEXT: arg1: i0 mod arg4, i1 mod s3, s3*arg4 cells
// CHECK-NEXT: arg1: 8192 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 128, arg5 = 128
// CHECK-NOT: cells

func.func @syr2k(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %beta: f32, %ni: index, %nj: index) {
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %ni {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %d = arith.mulf %c, %beta : f32
      affine.store %d, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %nj {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%j, %k] : memref<?x?xf32>
        %a2 = affine.load %A[%j, %k] : memref<?x?xf32>
        %b2 = affine.load %B[%i, %k] : memref<?x?xf32>
        %e = affine.load %C[%i, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %ba = arith.mulf %a2, %b2 : f32
        %f = arith.addf %e, %ab : f32
        %g = arith.addf %f, %ba : f32
        affine.store %g, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
