// The table of the thesis has path: [max(k + 1, n - k), max(k + 1, n - k)].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{outer=1 sizes=s1,s2 schedule="{ S0[k, i, j] -> [k, i, j] }" context="[s1, s2, o0, arg1] -> { : s1 >= 2 and s2 >= 2 and arg1 >= 2s1 and arg1 >= 2s2 and 0 <= o0 < arg1 }"}))' | FileCheck %s
// CHECK: tiles @floyd_warshall
// CHECK-NEXT: arg0: i0 mod (o0 + 1), i1 mod (o0 + 1), o0*o0 + 2*o0 + 1 cells, where {{.*}} -> {{[{]}}  : arg1 <= 2o0 }
// CHECK-NEXT: arg0: i0 mod (-o0 + arg1), i1 mod (-o0 + arg1), o0*o0 - 2*o0*arg1 + arg1*arg1 cells, where {{.*}} -> {{[{]}}  : arg1 > 2o0 }
// CHECK-NEXT: arg0: 4225 cells where s1 = 64, s2 = 64, o0 = 64, arg1 = 128
// CHECK-NOT: cells

func.func @floyd_warshall(%path: memref<?x?xi32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %0 = affine.load %path[%i, %j] : memref<?x?xi32>
        %1 = affine.load %path[%i, %k] : memref<?x?xi32>
        %2 = affine.load %path[%k, %j] : memref<?x?xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
