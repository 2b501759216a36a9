// The table of the thesis has A: [2 s1 + s2, min(2 s1, s2 + 1) + s3], B: [2 s1 + s2 - 1, min(2 s1, s2) + s3 - 1].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[t, i, j] -> [t, 2t + i, 2t + i + j, 0]; S1[t, i, j] -> [t, 2t + i + 1, 2t + i + j + 1, 1] }" context="[s1, s2, s3, arg2, arg3] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg3 >= 2s1 and arg2 >= 4s1 + 2s2 + 2s3 }"}))' | FileCheck %s

// Boxes around reads, of which there are too many for exact ones, are boxes around hulls.
// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[t, i, j] -> [t, 2t + i, 2t + i + j, 0]; S1[t, i, j] -> [t, 2t + i + 1, 2t + i + j + 1, 1] }" context="[s1, s2, s3, arg2, arg3] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg3 >= 2s1 and arg2 >= 4s1 + 2s2 + 2s3 }" print-sets boxes}))' | FileCheck %s --check-prefix=BOXES
// BOXES: arg0 load: [s1, s2, s3{{.*}}-> arg0[o0, o1]
// BOXES-NEXT: arg0 store: [s1, s2, s3{{.*}}-> arg0[o0, o1]
// BOXES: arg1 load: [s1, s2, s3{{.*}}-> arg1[o0, o1]
// BOXES-NEXT: arg1 store: [s1, s2, s3{{.*}}-> arg1[o0, o1]

// CHECK: tiles @jacobi_2d
// CHECK-NEXT: arg0: i0 mod (2*s1 + s2), i1 mod (2*s1 + s3), 4*s1*s1 + 2*s1*s2 + 2*s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s2 >= 2s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg0: i0 mod (2*s1 + s2), i1 mod (s2 + s3 + 1), 2*s1*s2 + 2*s1*s3 + 2*s1 + s2*s2 + s2*s3 + s2 cells, where {{.*}} -> {{[{]}}  : s2 < 2s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg0: i0 mod (2*s1 + s2), i1 mod (2*s1 + s3), 4*s1*s1 + 2*s1*s2 + 2*s1*s3 + s2*s3 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 >= 2s1 }
// CHECK-NEXT: arg0: i0 mod (2*s1 + s2), i1 mod (s2 + s3 + 1), 2*s1*s2 + 2*s1*s3 + 2*s1 + s2*s2 + s2*s3 + s2 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 < 2s1 }
// CHECK-NEXT: arg0: 24768 cells where s1 = 64, s2 = 64, s3 = 64, arg2 = 512, arg3 = 128
// CHECK-NEXT: arg1: i0 mod (2*s1 + s2 - 1), i1 mod (s2 + s3 - 1), 2*s1*s2 + 2*s1*s3 - 2*s1 + s2*s2 + s2*s3 - 2*s2 - s3 + 1 cells, where {{.*}} -> {{[{]}}  : s2 <= 2s1 and (s3 < s2 or s3 > s2) }
// CHECK-NEXT: arg1: i0 mod (2*s1 + s2 - 1), i1 mod (2*s1 + s3 - 1), 4*s1*s1 + 2*s1*s2 + 2*s1*s3 - 4*s1 + s2*s3 - s2 - s3 + 1 cells, where {{.*}} -> {{[{]}}  : s2 > 2s1 and (s3 > s2 or s3 < s2) }
// CHECK-NEXT: arg1: i0 mod (2*s1 + s2 - 1), i1 mod (s2 + s3 - 1), 2*s1*s2 + 2*s1*s3 - 2*s1 + s2*s2 + s2*s3 - 2*s2 - s3 + 1 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 <= 2s1 }
// CHECK-NEXT: arg1: i0 mod (2*s1 + s2 - 1), i1 mod (2*s1 + s3 - 1), 4*s1*s1 + 2*s1*s2 + 2*s1*s3 - 4*s1 + s2*s3 - s2 - s3 + 1 cells, where {{.*}} -> {{[{]}}  : s3 = s2 and s2 > 2s1 }
// CHECK-NEXT: arg1: 24257 cells where s1 = 64, s2 = 64, s3 = 64, arg2 = 512, arg3 = 128
// CHECK-NOT: cells

#inner = affine_map<()[s0] -> (s0 - 1)>
func.func @jacobi_2d(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to %m {
    affine.for %i = 1 to #inner()[%n] {
      affine.for %j = 1 to #inner()[%n] {
        %0 = affine.load %A[%i, %j] : memref<?x?xf32>
        %1 = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %2 = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %3 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %4 = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %5 = arith.addf %0, %1 : f32
        %6 = arith.addf %5, %2 : f32
        %7 = arith.addf %6, %3 : f32
        %8 = arith.addf %7, %4 : f32
        affine.store %8, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to #inner()[%n] {
      affine.for %j = 1 to #inner()[%n] {
        %0 = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %0, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
