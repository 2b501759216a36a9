// The table of the thesis has A: [s2, s1], x: [n], c: [s2].

// RUN: polymem-opt %s -o /dev/null 2>&1 \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=s1,s2 schedule="{ S0[i] -> [0, i, 0]; S1[i, j] -> [j, i, 1]; S2[i] -> [i, i, 2] }" context="[s1, s2, arg3] -> { : s1 >= 2 and s2 >= 2 and arg3 >= 2s1 + 2s2 }"}))' | FileCheck %s
// CHECK: tiles @trisolv
// CHECK-NEXT: arg2: i0 mod s2, s2 cells
// CHECK-NEXT: arg2: 64 cells where s1 = 64, s2 = 64, arg3 = 256
// CHECK-NEXT: arg1: i0 mod arg3, arg3 cells
// CHECK-NEXT: arg1: 256 cells where s1 = 64, s2 = 64, arg3 = 256
// CHECK-NEXT: arg0: i0 mod s2, i1 mod s1, s1*s2 cells
// CHECK-NEXT: arg0: 4096 cells where s1 = 64, s2 = 64, arg3 = 256
// CHECK-NOT: cells

#id = affine_map<(d0) -> (d0)>
func.func @trisolv(%A: memref<?x?xf32>, %x: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %c[%i] : memref<?xf32>
    affine.store %0, %x[%i] : memref<?xf32>
    affine.for %j = 0 to #id(%i) {
      %1 = affine.load %x[%i] : memref<?xf32>
      %2 = affine.load %A[%i, %j] : memref<?x?xf32>
      %3 = affine.load %x[%j] : memref<?xf32>
      %4 = arith.mulf %2, %3 : f32
      %5 = arith.subf %1, %4 : f32
      affine.store %5, %x[%i] : memref<?xf32>
    }
    %6 = affine.load %x[%i] : memref<?xf32>
    %7 = affine.load %A[%i, %i] : memref<?x?xf32>
    %8 = arith.divf %6, %7 : f32
    affine.store %8, %x[%i] : memref<?xf32>
  }
  return
}
