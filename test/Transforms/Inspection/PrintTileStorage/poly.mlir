// The table of the thesis has A, B: min(b, n), C: 2 min(b, n) - 1.

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=b,b schedule="{ S0[i, j] -> [-j, i] }" context="[b, arg3] -> { : b >= 2 and arg3 >= 1 }"}))' | FileCheck %s
// CHECK: tiles @poly
// CHECK-NEXT: arg0: i0 mod b, b cells, where {{.*}} -> {{[{]}}  : arg3 > b }
// CHECK-NEXT: arg0: i0 mod arg3, arg3 cells, where {{.*}} -> {{[{]}}  : 2 <= arg3 <= b }
// CHECK-NEXT: arg0: one cell, 1 cells, where {{.*}} -> {{[{]}}  : arg3 = 1 }
// CHECK-NEXT: arg0: 64 cells where b = 64, arg3 = 64
// CHECK-NEXT: arg1: i0 mod b, b cells, where {{.*}} -> {{[{]}}  : arg3 > b }
// CHECK-NEXT: arg1: i0 mod arg3, arg3 cells, where {{.*}} -> {{[{]}}  : 2 <= arg3 <= b }
// CHECK-NEXT: arg1: one cell, 1 cells, where {{.*}} -> {{[{]}}  : arg3 = 1 }
// CHECK-NEXT: arg1: 64 cells where b = 64, arg3 = 64
// CHECK-NEXT: arg2: i0 mod (2*b - 1), 2*b - 1 cells, where {{.*}} -> {{[{]}}  : arg3 > b }
// CHECK-NEXT: arg2: i0 mod (2*arg3 - 1), 2*arg3 - 1 cells, where {{.*}} -> {{[{]}}  : 2 <= arg3 <= b }
// CHECK-NEXT: arg2: one cell, 1 cells, where {{.*}} -> {{[{]}}  : arg3 = 1 }
// CHECK-NEXT: arg2: 127 cells where b = 64, arg3 = 64
// CHECK-NOT: cells

func.func @poly(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%j] : memref<?xf32>
      %c = affine.load %C[%i + %j] : memref<?xf32>
      %ab = arith.mulf %a, %b : f32
      %d = arith.addf %c, %ab : f32
      affine.store %d, %C[%i + %j] : memref<?xf32>
    }
  }
  return
}
