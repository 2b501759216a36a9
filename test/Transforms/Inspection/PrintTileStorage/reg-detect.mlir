// The table of the thesis has
//   sum_tang: [s1 + s2 + s3 - 2, min(s1 + s3 - 1, s2)],
//   sum_diff: [s1 + s2 + s3 - 2, min(s1 + s3 - 1, s2), min(s1, s3) + s4],
//   diff: [s1 + s2 + s3 - 3, min(s1 + s3 - 2, s2), min(s1, s3) + s4 - 1],
//   mean: [s2 + s3 - 1, min(s2, s3 - 1)],
//   path: [min(s1 - 1, s4) + s2 + s3 - 1, min(s1 + s3 - 1, s2, s3 + s4)].
// Those of diff and mean are too few if a tile stores them: an enumeration finds them if these
// arrays are not stored at all, and their elements are kept from the first write of a strip to the
// last read. Path needs min(s1, s4) where the table has min(s1 - 1, s4): at sizes 2,3,2,2 two
// elements meet in a cell with the table's moduli.

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3,s4 schedule="[arg6] -> { S0[t,j,i,c] -> [t, j-i, t+i, t+c, 2]; S1[t,j,i] -> [t, j-i, t+i, t, 4]; S2[t,j,i,c] -> [t, j-i, t+i, t+c, 3]; S3[t,j,i] -> [t, j-i, t+i, arg6+t, 0]; S4[t,i] -> [t, -i, t+i, arg6+t, 5]; S5[t,j,i] -> [t, j-i, t+i, arg6+t, 1] }" context="[s1, s2, s3, s4, arg5, arg6, arg7] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and s4 >= 2 and arg5 >= 2s1 + 2s2 + 2s3 and arg6 >= 2s1 + 3s4 and arg7 >= 2s1 + 2s3 }"}))' | FileCheck %s
// CHECK: tiles @reg_detect
// CHECK-NEXT: arg3: i1 mod (s1 + s3 - 1), i0 mod s2, s1*s2 + s2*s3 - s2 cells
// CHECK-NEXT: arg3: 8128 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg5 = 384, arg6 = 320, arg7 = 256
// CHECK-NEXT: arg0: i1 mod (s1 + s3 - 1), i0 mod s2, i2 mod (s3 + s4 - 1), s1*s2*s3 + s1*s2*s4 - s1*s2 + s2*s3*s3 + s2*s3*s4 - 2*s2*s3 - s2*s4 + s2 cells, where {{.*}} -> {{[{]}}  : s3 <= s1 and (s4 > s1 or s4 < s1) }
// CHECK-NEXT: arg0: i1 mod (s1 + s3 - 1), i0 mod s2, i2 mod (s1 + s4 - 1), s1*s1*s2 + s1*s2*s3 + s1*s2*s4 - 2*s1*s2 + s2*s3*s4 - s2*s3 - s2*s4 + s2 cells, where {{.*}} -> {{[{]}}  : s3 > s1 and (s4 < s1 or s4 > s1) }
// CHECK-NEXT: arg0: i1 mod (s1 + s3 - 1), i0 mod s2, i2 mod (s3 + s4 - 1), s1*s2*s3 + s1*s2*s4 - s1*s2 + s2*s3*s3 + s2*s3*s4 - 2*s2*s3 - s2*s4 + s2 cells, where {{.*}} -> {{[{]}}  : s4 = s1 and s3 <= s1 }
// CHECK-NEXT: arg0: i1 mod (s1 + s3 - 1), i0 mod s2, i2 mod (s1 + s4 - 1), s1*s1*s2 + s1*s2*s3 + s1*s2*s4 - 2*s1*s2 + s2*s3*s4 - s2*s3 - s2*s4 + s2 cells, where {{.*}} -> {{[{]}}  : s4 = s1 and s3 > s1 }
// CHECK-NEXT: arg0: 1032256 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg5 = 384, arg6 = 320, arg7 = 256
// CHECK-NEXT: arg4: i1 mod (s1 + s3 - 1), i0 mod s2, i2 mod (s3 + s4), s1*s2*s3 + s1*s2*s4 + s2*s3*s3 + s2*s3*s4 - s2*s3 - s2*s4 cells, where {{.*}} -> {{[{]}}  : s3 <= s1 }
// CHECK-NEXT: arg4: i1 mod (s1 + s3 - 1), i0 mod s2, i2 mod (s1 + s4), s1*s1*s2 + s1*s2*s3 + s1*s2*s4 - s1*s2 + s2*s3*s4 - s2*s4 cells, where {{.*}} -> {{[{]}}  : s3 > s1 }
// CHECK-NEXT: arg4: 1040384 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg5 = 384, arg6 = 320, arg7 = 256
// CHECK-NEXT: arg2: i1 mod (s1 + s3 - 1), i0 mod s2, s1*s2 + s2*s3 - s2 cells, where {{.*}} -> {{[{]}}  : s4 > s1 }
// CHECK-NEXT: arg2: i1 mod (s3 + s4 - 1), i0 mod s2, s2*s3 + s2*s4 - s2 cells, where {{.*}} -> {{[{]}}  : s4 <= s1 }
// CHECK-NEXT: arg2: 8128 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg5 = 384, arg6 = 320, arg7 = 256
// CHECK-NEXT: arg1: i1 mod (s1 + s3), i0 mod s2, s1*s2 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s4 > s1 }
// CHECK-NEXT: arg1: i1 mod (s3 + s4), i0 mod s2, s2*s3 + s2*s4 cells, where {{.*}} -> {{[{]}}  : s4 <= s1 }
// CHECK-NEXT: arg1: 8192 cells where s1 = 64, s2 = 64, s3 = 64, s4 = 64, arg5 = 384, arg6 = 320, arg7 = 256
// CHECK-NOT: cells

func.func @reg_detect(%diff: memref<?x?x?xf32>, %path: memref<?x?xf32>, %mean: memref<?x?xf32>, %tang: memref<?x?xf32>, %sum: memref<?x?x?xf32>, %grid: index, %len: index, %niter: index) {
  affine.for %t = 0 to %niter {
    affine.for %j = 0 to %grid {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to %grid {
        affine.for %cnt = 0 to %len {
          %0 = affine.load %tang[%j, %i] : memref<?x?xf32>
          affine.store %0, %diff[%j, %i, %cnt] : memref<?x?x?xf32>
        }
      }
    }
    affine.for %j = 0 to %grid {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to %grid {
        %0 = affine.load %diff[%j, %i, 0] : memref<?x?x?xf32>
        affine.store %0, %sum[%j, %i, 0] : memref<?x?x?xf32>
        affine.for %cnt = 1 to %len {
          %1 = affine.load %sum[%j, %i, %cnt - 1] : memref<?x?x?xf32>
          %2 = affine.load %diff[%j, %i, %cnt] : memref<?x?x?xf32>
          %3 = arith.addf %1, %2 : f32
          affine.store %3, %sum[%j, %i, %cnt] : memref<?x?x?xf32>
        }
        %4 = affine.load %sum[%j, %i, symbol(%len) - 1] : memref<?x?x?xf32>
        affine.store %4, %mean[%j, %i] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %grid {
      %0 = affine.load %mean[0, %i] : memref<?x?xf32>
      affine.store %0, %path[0, %i] : memref<?x?xf32>
    }
    affine.for %j = 1 to %grid {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to %grid {
        %0 = affine.load %path[%j - 1, %i - 1] : memref<?x?xf32>
        %1 = affine.load %mean[%j, %i] : memref<?x?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %path[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
