// The table of the thesis has A: [ni, s3], C: [s1, s2].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[i, j] -> [i, j, 0, 0]; S1[i, j, k] -> [i, j, k, 1] }" context="[s1, s2, s3, arg3, arg4] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg3 >= 2s1 and arg3 >= 2s2 and arg4 >= 2s3 }"}))' | FileCheck %s
// CHECK: tiles @syrk
// CHECK-NEXT: arg1: i0 mod s1, i1 mod s2, s1*s2 cells
// CHECK-NEXT: arg1: 4096 cells where s1 = 64, s2 = 64, s3 = 64, arg3 = 128, arg4 = 128
// CHECK-NEXT: arg0: i0 mod arg3, i1 mod s3, s3*arg3 cells
// CHECK-NEXT: arg0: 8192 cells where s1 = 64, s2 = 64, s3 = 64, arg3 = 128, arg4 = 128
// CHECK-NOT: cells

func.func @syrk(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %beta: f32, %ni: index, %nj: index) {
  affine.for %i = 0 to %ni {
    affine.for %j = 0 to %ni {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %d = arith.mulf %c, %beta : f32
      affine.store %d, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %nj {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %A[%j, %k] : memref<?x?xf32>
        %e = affine.load %C[%i, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %f = arith.addf %e, %ab : f32
        affine.store %f, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
