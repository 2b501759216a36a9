// Without a schedule, tiles are of the loops around all statements; sizes may be
// numbers.

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,8 context="[arg2] -> { : arg2 >= 100 }" assume=s1=16}))' | FileCheck %s

// CHECK: tiles @sure
// CHECK-NEXT: arg0: i0 mod s1, i1 mod 8, 8*s1 cells, where {{.*}} : arg2 > s1 }
// CHECK-NEXT: arg0: i0 mod arg2, i1 mod 8, 8*arg2 cells, where {{.*}} : arg2 <= s1 }
// CHECK-NEXT: arg0: 128 cells where s1 = 16, arg2 = 100
// CHECK-NEXT: arg1: i0 mod s1, s1 cells, where {{.*}} : s1 >= 2 and arg2 > s1 }
// CHECK-NEXT: arg1: i0 mod arg2, arg2 cells, where {{.*}} : arg2 <= s1 }
// CHECK-NEXT: arg1: one cell, 1 cells, where {{.*}} : s1 = 1 }
// CHECK-NEXT: arg1: 16 cells where s1 = 16, arg2 = 100
// CHECK-NOT: cells

func.func @sure(%A: memref<?x?xf32>, %x: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %0 = affine.load %A[%i, %j] : memref<?x?xf32>
      affine.store %0, %x[%i] : memref<?xf32>
    }
  }
  return
}
