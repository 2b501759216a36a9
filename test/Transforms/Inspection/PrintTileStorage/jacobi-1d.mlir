// The table of the thesis has A: min(N, 2M + s2, 2 s1 + s2), B: min(max(0, N - 2), 2M + s2 - 1, 2 s1 + s2 - 1).

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2 schedule="{ S0[t,i] -> [t, 2t+i, 0]; S1[t,i] -> [t, 2t+i+1, 1] }" context="[s1,s2,arg2,arg3] -> { : s1 >= 2 and s2 >= 2 and arg3 >= 1 and arg2 >= 4 }"}))' | FileCheck %s
// CHECK: tiles @jacobi
// CHECK-NEXT: arg0: i0 mod (2*s1 + s2), 2*s1 + s2 cells, where {{.*}} -> {{[{]}}  : arg2 > 2s1 + s2 and arg3 > s1 }
// CHECK-NEXT: arg0: i0 mod arg2, arg2 cells, where {{.*}} -> {{[{]}}  : arg2 <= 2s1 + s2 and 2arg3 >= -s2 + arg2 }
// CHECK-NEXT: arg0: i0 mod (s2 + 2*arg3), s2 + 2*arg3 cells, where {{.*}} -> {{[{]}}  : arg3 <= s1 and 2arg3 < -s2 + arg2 }
// CHECK-NEXT: arg0: 64 cells where s1 = 64, s2 = 64, arg2 = 64, arg3 = 64
// CHECK-NEXT: arg1: i0 mod (2*s1 + s2 - 1), 2*s1 + s2 - 1 cells, where {{.*}} -> {{[{]}}  : arg2 >= 2 + 2s1 + s2 and arg3 > s1 }
// CHECK-NEXT: arg1: i0 mod (arg2 - 2), arg2 - 2 cells, where {{.*}} -> {{[{]}}  : arg2 <= 1 + 2s1 + s2 and (2arg3 >= -s2 + arg2 or (2arg3 = -1 - s2 + arg2 and arg2 >= 5 + s2)) }
// CHECK-NEXT: arg1: i0 mod s2, s2 cells, where {{.*}} -> {{[{]}}  : arg3 = 1 and arg2 >= 3 + s2 }
// CHECK-NEXT: arg1: i0 mod (s2 + 2*arg3 - 1), s2 + 2*arg3 - 1 cells, where {{.*}} -> {{[{]}}  : 2 <= arg3 <= s1 and 2arg3 <= -2 - s2 + arg2 }
// CHECK-NEXT: arg1: 62 cells where s1 = 64, s2 = 64, arg2 = 64, arg3 = 64
// CHECK-NOT: cells

func.func @jacobi(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32>{polymem.shape = ["N"]}, %n: index, %m: index) {
  affine.for %t = 0 to %m {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %A[%i - 1] : memref<?xf32>
      %1 = affine.load %A[%i] : memref<?xf32>
      %2 = affine.load %A[%i + 1] : memref<?xf32>
      %3 = arith.addf %0, %1 : f32
      %4 = arith.addf %3, %2 : f32
      affine.store %4, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %B[%i] : memref<?xf32>
      affine.store %0, %A[%i] : memref<?xf32>
    }
  }
  return
}
