// The table of the thesis has A: [s1 + s2 + 1, min(2 s1 + 2, s1 + s2, 2 s2 + 2) + s3].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[t, i, j] -> [t, t + i, 2t + i + j] }" context="[s1, s2, s3, arg1, arg2] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg2 >= 2s1 and arg1 >= 4s1 + 2s2 + 2s3 }" assume=s1=8,s2=64,s3=64}))' | FileCheck %s

// Boxes around reads, of which there are too many for exact ones, are boxes around hulls.
// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[t, i, j] -> [t, t + i, 2t + i + j] }" context="[s1, s2, s3, arg1, arg2] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg2 >= 2s1 and arg1 >= 4s1 + 2s2 + 2s3 }" print-sets boxes}))' | FileCheck %s --check-prefix=BOXES
// BOXES: arg0 load: [s1, s2, s3{{.*}}-> arg0[o0, o1]
// BOXES-NEXT: arg0 store: [s1, s2, s3{{.*}}-> arg0[o0, o1]

// CHECK: tiles @seidel_2d
// CHECK-NEXT: arg0: i0 mod (s1 + s2 + 1), i1 mod (2*s1 + s3 + 1), 2*s1*s1 + 2*s1*s2 + s1*s3 + 3*s1 + s2*s3 + s2 + s3 + 1 cells, where {{.*}} -> {{[{]}}  : s2 = 1 + s1 }
// CHECK-NEXT: arg0: i0 mod (s1 + s2 + 1), i1 mod (2*s1 + s3), 2*s1*s1 + 2*s1*s2 + s1*s3 + 2*s1 + s2*s3 + s3 cells, where {{.*}} -> {{[{]}}  : s2 = s1 }
// CHECK-NEXT: arg0: i0 mod (s1 + s2 + 1), i1 mod (2*s1 + s3 - 1), 2*s1*s1 + 2*s1*s2 + s1*s3 + s1 + s2*s3 - s2 + s3 - 1 cells, where {{.*}} -> {{[{]}}  : s2 = -1 + s1 }
// CHECK-NEXT: arg0: i0 mod (s1 + s2 + 1), i1 mod (2*s2 + s3 + 2), 2*s1*s2 + s1*s3 + 2*s1 + 2*s2*s2 + s2*s3 + 4*s2 + s3 + 2 cells, where {{.*}} -> {{[{]}}  : s3 <= -2 + s1 - s2 or (s2 <= -2 + s1 and s3 >= s1 - s2) }
// CHECK-NEXT: arg0: i0 mod (s1 + s2 + 1), i1 mod (2*s1 + s3 + 2), 2*s1*s1 + 2*s1*s2 + s1*s3 + 4*s1 + s2*s3 + 2*s2 + s3 + 2 cells, where {{.*}} -> {{[{]}}  : s2 >= 2 + s1 }
// CHECK-NEXT: arg0: i0 mod (s1 + s2 + 1), i1 mod (2*s2 + s3 + 2), 2*s1*s2 + s1*s3 + 2*s1 + 2*s2*s2 + s2*s3 + 4*s2 + s3 + 2 cells, where {{.*}} -> {{[{]}}  : s3 = -1 + s1 - s2 }
// CHECK-NEXT: arg0: 5986 cells where s1 = 8, s2 = 64, s3 = 64, arg1 = 288, arg2 = 64
// CHECK-NOT: cells

#inner = affine_map<()[s0] -> (s0 - 1)>
func.func @seidel_2d(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to %m {
    affine.for %i = 1 to #inner()[%n] {
      affine.for %j = 1 to #inner()[%n] {
        %0 = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
        %1 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %2 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        %3 = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %4 = affine.load %A[%i, %j] : memref<?x?xf32>
        %5 = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %6 = affine.load %A[%i + 1, %j - 1] : memref<?x?xf32>
        %7 = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %8 = affine.load %A[%i + 1, %j + 1] : memref<?x?xf32>
        %9 = arith.addf %0, %1 : f32
        %10 = arith.addf %9, %2 : f32
        %11 = arith.addf %10, %3 : f32
        %12 = arith.addf %11, %4 : f32
        %13 = arith.addf %12, %5 : f32
        %14 = arith.addf %13, %6 : f32
        %15 = arith.addf %14, %7 : f32
        %16 = arith.addf %15, %8 : f32
        affine.store %16, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
