// The table of the thesis has sum_c: [min(s1, s2 + s3 - 1), s2 + s3 - 2, s1] ("st" for the last one, and
// not in one order of the dimensions for all sizes), W: [min(s1, s2) + s3 - 1, min(s1, s2, s3)], of which
// a product in the other order is never more, and c: [len - 1, len - 2].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{outer=1 sizes=s1,s2,s3 schedule="[arg4] -> { S0[t,i,j] -> [t, i, 0, j, 4]; S1[t,i,j] -> [t, i, 0, j, 3]; S2[t,i,j,k] -> [t, k, j, i + j, 1]; S3[t,i,j] -> [t, j, j, i + j, 2]; S4[t] -> [t, arg4, arg4, arg4, 0] }" context="[s1, s2, s3, o0, arg4, arg5] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and 0 <= o0 < arg5 and arg4 >= 2s1 + 2s2 + 2s3 }"}))' | FileCheck %s
// CHECK: tiles @dynprog
// CHECK-NEXT: arg2: i0 mod (arg4 - 1), i1 mod (arg4 - 2), arg4*arg4 - 3*arg4 + 2 cells
// CHECK-NEXT: arg2: 146306 cells where s1 = 64, s2 = 64, s3 = 64, o0 = 64, arg4 = 384, arg5 = 65
// CHECK-NEXT: arg0: i1 mod (s2 + s3 - 2), i0 mod s1, i2 mod s1, s1*s1*s2 + s1*s1*s3 - 2*s1*s1 cells, where {{.*}} -> {{[{]}}  : s2 <= s1 and s3 <= s1 }
// CHECK-NEXT: arg0: i1 mod (s2 + s3 - 2), i0 mod (s2 - 1), i2 mod s1, s1*s2*s2 + s1*s2*s3 - 3*s1*s2 - s1*s3 + 2*s1 cells, where {{.*}} -> {{[{]}}  : s2 > s1 and s3 < s2 }
// CHECK-NEXT: arg0: i1 mod (s2 + s3 - 2), i0 mod s3, i2 mod s1, s1*s2*s3 + s1*s3*s3 - 2*s1*s3 cells, where {{.*}} -> {{[{]}}  : s3 > s1 and s3 >= s2 }
// CHECK-NEXT: arg0: 516096 cells where s1 = 64, s2 = 64, s3 = 64, o0 = 64, arg4 = 384, arg5 = 65
// CHECK-NEXT: arg1: i1 mod s1, i0 mod s3, s1*s3 cells, where {{.*}} -> {{[{]}}  : s2 > s1 }
// CHECK-NEXT: arg1: i1 mod s2, i0 mod s3, s2*s3 cells, where {{.*}} -> {{[{]}}  : s2 <= s1 }
// CHECK-NEXT: arg1: 4096 cells where s1 = 64, s2 = 64, s3 = 64, o0 = 64, arg4 = 384, arg5 = 65
// CHECK-NEXT: arg3: one cell, 1 cells
// CHECK-NEXT: arg3: 1 cells where s1 = 64, s2 = 64, s3 = 64, o0 = 64, arg4 = 384, arg5 = 65
// CHECK-NOT: cells

func.func @dynprog(%sum: memref<?x?x?xf32>, %W: memref<?x?xf32>, %c: memref<?x?xf32>, %out: memref<f32>, %len: index, %steps: index, %zero: f32) {
  affine.for %t = 0 to %steps {
    affine.for %i = 0 to %len {
      affine.for %j = 0 to %len {
        affine.store %zero, %c[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%len] {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %len {
        affine.store %zero, %sum[%i, %j, %i] : memref<?x?x?xf32>
        affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0)>(%j) {
          %0 = affine.load %sum[%i, %j, %k - 1] : memref<?x?x?xf32>
          %1 = affine.load %c[%i, %k] : memref<?x?xf32>
          %2 = affine.load %c[%k, %j] : memref<?x?xf32>
          %3 = arith.addf %0, %1 : f32
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %sum[%i, %j, %k] : memref<?x?x?xf32>
        }
        %5 = affine.load %sum[%i, %j, %j - 1] : memref<?x?x?xf32>
        %6 = affine.load %W[%i, %j] : memref<?x?xf32>
        %7 = arith.addf %5, %6 : f32
        affine.store %7, %c[%i, %j] : memref<?x?xf32>
      }
    }
    %8 = affine.load %out[] : memref<f32>
    %9 = affine.load %c[0, symbol(%len) - 1] : memref<?x?xf32>
    %10 = arith.addf %8, %9 : f32
    affine.store %10, %out[] : memref<f32>
  }
  return
}
