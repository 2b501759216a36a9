// The table of the thesis has A: [1, min(i, s1 + s2 - 1)], B: [max(n - i, i + 1), min(n, s1 + i, s2 + i)],
// i being o0: in this order of the dimensions. In the other one B takes fewer cells for most sizes.

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{outer=1 sizes=s1,s2 schedule="{ S0[i, j, k] -> [i, j + k, j] }" context="[s1, s2, o0, arg2] -> { : s1 >= 2 and s2 >= 2 and 1 <= o0 < arg2 and arg2 >= 2s1 + 2s2 }"}))' | FileCheck %s
// CHECK: tiles @trmm
// CHECK-NEXT: arg0: i1 mod (s1 + s2 - 1), s1 + s2 - 1 cells, where {{.*}} -> {{[{]}}  : o0 >= s1 + s2 }
// CHECK-NEXT: arg0: i1 mod o0, o0 cells, where {{.*}} -> {{[{]}}  : 2 <= o0 < s1 + s2 }
// CHECK-NEXT: arg0: one cell, 1 cells, where {{.*}} -> {{[{]}}  : o0 = 1 }
// CHECK-NEXT: arg0: 64 cells where s1 = 64, s2 = 64, o0 = 64, arg2 = 256
// CHECK-NEXT: arg1: i1 mod arg2, i0 mod s1, s1*arg2 cells, where {{.*}} -> {{[{]}}  : s2 > s1 and o0 <= -2 + s1 }
// CHECK-NEXT: arg1: i1 mod arg2, i0 mod s2, s2*arg2 cells, where {{.*}} -> {{[{]}}  : s2 <= s1 and o0 <= -2 + s2 }
// CHECK-NEXT: arg1: i1 mod arg2, i0 mod (o0 + 1), o0*arg2 + arg2 cells, where {{.*}} -> {{[{]}}  : (-1 + s2 <= o0 <= -2 + s1) or o0 >= -1 + s1 }
// CHECK-NEXT: arg1: 16640 cells where s1 = 64, s2 = 64, o0 = 64, arg2 = 256
// CHECK-NOT: cells

func.func @trmm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %ni: index) {
  affine.for %i = 1 to %ni {
    affine.for %j = 0 to %ni {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%j, %k] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %B[%i, %j] : memref<?x?xf32>
        %d = arith.addf %c, %p : f32
        affine.store %d, %B[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
