// The table of the thesis has A: [s1, s2, np], sum: [s1, s2, s3 + s4 - 1], C4: [s4, s3].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3,s4 schedule="[arg5] -> { S0[r, q, p] -> [r, q, p, 0, 0]; S1[r, q, p, s] -> [r, q, p + s, s, 1]; S2[r, q, p] -> [r, q, arg5 + p, arg5, 2] }" context="[s1, s2, s3, s4, arg3, arg4, arg5] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and s4 >= 2 and arg3 >= 2s1 and arg4 >= 2s2 and arg5 >= 2s3 + 2s4 }"}))' | FileCheck %s
// CHECK: tiles @doitgen
// CHECK-NEXT: arg1: i0 mod s1, i1 mod s2, i2 mod (s3 + s4 - 1), s1*s2*s3 + s1*s2*s4 - s1*s2 cells
// CHECK-NEXT: arg1: 520192 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg3 = 128, arg4 = 128, arg5 = 256
// CHECK-NEXT: arg0: i0 mod s1, i1 mod s2, i2 mod arg5, s1*s2*arg5 cells
// CHECK-NEXT: arg0: 1048576 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg3 = 128, arg4 = 128, arg5 = 256
// CHECK-NEXT: arg2: i0 mod s4, i1 mod s3, s3*s4 cells
// CHECK-NEXT: arg2: 4096 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg3 = 128, arg4 = 128, arg5 = 256
// CHECK-NOT: cells

func.func @doitgen(%A: memref<?x?x?xf32>, %sum: memref<?x?x?xf32>, %C4: memref<?x?xf32>, %nr: index, %nq: index, %np: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %r = 0 to %nr {
    affine.for %q = 0 to %nq {
      affine.for %p = 0 to %np {
        affine.store %zero, %sum[%r, %q, %p] : memref<?x?x?xf32>
        affine.for %s = 0 to %np {
          %0 = affine.load %sum[%r, %q, %p] : memref<?x?x?xf32>
          %1 = affine.load %A[%r, %q, %s] : memref<?x?x?xf32>
          %2 = affine.load %C4[%s, %p] : memref<?x?xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %sum[%r, %q, %p] : memref<?x?x?xf32>
        }
      }
      affine.for %p = 0 to %np {
        %0 = affine.load %sum[%r, %q, %p] : memref<?x?x?xf32>
        affine.store %0, %A[%r, %q, %p] : memref<?x?x?xf32>
      }
    }
  }
  return
}
