// The table of the thesis has hz, ex: [s1 + s2, min(s1, s2) + s3], ey: [s1 + s2, min(s1, s2 - 1) + s3], fict: min(s1, s2).

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[t, j] -> [t, t, t + j, 0]; S1[t, i, j] -> [t, t + i, t + i + j, 1]; S2[t, i, j] -> [t, t + i, t + i + j, 3]; S3[t, i, j] -> [t, t + i + 1, t + i + j + 1, 4] }" context="[s1, s2, s3, arg4, arg5, arg6] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg6 >= 2s1 and arg4 >= 2s1 + 2s2 + 2s3 and arg5 >= 2s1 + 2s2 + 2s3 }"}))' | FileCheck %s
// CHECK: tiles @fdtd_2d
// CHECK-NEXT: arg3: i0 mod s1, s1 cells, where {{.*}} -> {{[{]}}  : s2 > s1 }
// CHECK-NEXT: arg3: i0 mod s2, s2 cells, where {{.*}} -> {{[{]}}  : s2 <= s1 }
// CHECK-NEXT: arg3: 64 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 384, arg5 = 384, arg6 = 128
// CHECK-NEXT: arg1: i0 mod (s1 + s2), i1 mod (s2 + s3 - 1), s1*s2 + s1*s3 - s1 + s2*s2 + s2*s3 - s2 cells, where {{.*}} -> {{[{]}}  : s2 <= 1 + s1 and (s3 < s2 or s3 > s2) }
// CHECK-NEXT: arg1: i0 mod (s1 + s2), i1 mod (s1 + s3), s1*s1 + s1*s2 + s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s2 >= 2 + s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg1: i0 mod (s1 + s2), i1 mod (s2 + s3 - 1), s1*s2 + s1*s3 - s1 + s2*s2 + s2*s3 - s2 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 <= 1 + s1 }
// CHECK-NEXT: arg1: i0 mod (s1 + s2), i1 mod (s1 + s3), s1*s1 + s1*s2 + s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 >= 2 + s1 }
// CHECK-NEXT: arg1: 16256 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 384, arg5 = 384, arg6 = 128
// CHECK-NEXT: arg2: i0 mod (s1 + s2), i1 mod (s2 + s3), s1*s2 + s1*s3 + s2*s2 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s2 <= s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg2: i0 mod (s1 + s2), i1 mod (s1 + s3), s1*s1 + s1*s2 + s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s2 > s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg2: i0 mod (s1 + s2), i1 mod (s2 + s3), s1*s2 + s1*s3 + s2*s2 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 <= s1 }
// CHECK-NEXT: arg2: i0 mod (s1 + s2), i1 mod (s1 + s3), s1*s1 + s1*s2 + s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 > s1 }
// CHECK-NEXT: arg2: 16384 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 384, arg5 = 384, arg6 = 128
// CHECK-NEXT: arg0: i0 mod (s1 + s2), i1 mod (s2 + s3), s1*s2 + s1*s3 + s2*s2 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s2 <= s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg0: i0 mod (s1 + s2), i1 mod (s1 + s3), s1*s1 + s1*s2 + s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s2 > s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg0: i0 mod (s1 + s2), i1 mod (s2 + s3), s1*s2 + s1*s3 + s2*s2 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 <= s1 }
// CHECK-NEXT: arg0: i0 mod (s1 + s2), i1 mod (s1 + s3), s1*s1 + s1*s2 + s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 > s1 }
// CHECK-NEXT: arg0: 16384 cells where s1 = 64, s2 = 64, s3 = 64, arg4 = 384, arg5 = 384, arg6 = 128
// CHECK-NOT: cells

#inner = affine_map<()[s0] -> (s0 - 1)>
func.func @fdtd_2d(%ex: memref<?x?xf32>, %ey: memref<?x?xf32>, %hz: memref<?x?xf32>, %fict: memref<?xf32>, %nx: index, %ny: index, %m: index) {
  affine.for %t = 0 to %m {
    affine.for %j = 0 to %ny {
      %0 = affine.load %fict[%t] : memref<?xf32>
      affine.store %0, %ey[0, %j] : memref<?x?xf32>
    }
    affine.for %i = 1 to %nx {
      affine.for %j = 0 to %ny {
        %0 = affine.load %ey[%i, %j] : memref<?x?xf32>
        %1 = affine.load %hz[%i, %j] : memref<?x?xf32>
        %2 = affine.load %hz[%i - 1, %j] : memref<?x?xf32>
        %3 = arith.subf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %ey[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %nx {
      affine.for %j = 1 to %ny {
        %0 = affine.load %ex[%i, %j] : memref<?x?xf32>
        %1 = affine.load %hz[%i, %j] : memref<?x?xf32>
        %2 = affine.load %hz[%i, %j - 1] : memref<?x?xf32>
        %3 = arith.subf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %ex[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to #inner()[%nx] {
      affine.for %j = 0 to #inner()[%ny] {
        %0 = affine.load %hz[%i, %j] : memref<?x?xf32>
        %1 = affine.load %ex[%i, %j + 1] : memref<?x?xf32>
        %2 = affine.load %ex[%i, %j] : memref<?x?xf32>
        %3 = affine.load %ey[%i + 1, %j] : memref<?x?xf32>
        %4 = affine.load %ey[%i, %j] : memref<?x?xf32>
        %5 = arith.subf %1, %2 : f32
        %6 = arith.addf %5, %3 : f32
        %7 = arith.subf %6, %4 : f32
        %8 = arith.subf %0, %7 : f32
        affine.store %8, %hz[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
