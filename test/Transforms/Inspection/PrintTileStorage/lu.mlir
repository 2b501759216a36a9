// The table of the thesis has A: [n, n].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2,s3 schedule="{ S0[k, j] -> [k, k, j, 1]; S1[k, i, j] -> [k, i, j, 0] }" context="[s1, s2, s3, arg1] -> { : s1 >= 2 and s2 >= 2 and s3 >= 2 and arg1 >= 2s1 + 2s2 + 2s3 }"}))' | FileCheck %s
// CHECK: tiles @lu
// CHECK-NEXT: arg0: i0 mod arg1, i1 mod arg1, arg1*arg1 cells
// CHECK-NEXT: arg0: 147456 cells where s1 = 64, s2 = 64, s3 = 64, arg1 = 384
// CHECK-NOT: cells

#next = affine_map<(d0) -> (d0 + 1)>
func.func @lu(%A: memref<?x?xf32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %j = #next(%k) to %n {
      %0 = affine.load %A[%k, %j] : memref<?x?xf32>
      %1 = affine.load %A[%k, %k] : memref<?x?xf32>
      %2 = arith.divf %0, %1 : f32
      affine.store %2, %A[%k, %j] : memref<?x?xf32>
    }
    affine.for %i = #next(%k) to %n {
      affine.for %j = #next(%k) to %n {
        %0 = affine.load %A[%i, %j] : memref<?x?xf32>
        %1 = affine.load %A[%i, %k] : memref<?x?xf32>
        %2 = affine.load %A[%k, %j] : memref<?x?xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
