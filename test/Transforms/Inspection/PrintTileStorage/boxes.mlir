// Boxes around what tiles read: each tile also loads the element between it and the tile before it,
// which neither reads, since a box of some tile has it (Isoard 2016, theorem 4). Tiles of one point have
// no such element.

// RUN: polymem-opt %s -o /dev/null 2> %t --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{print-sets boxes sizes=s}))'
// RUN: %python %S/Inputs/compare-sets.py BOXES %s < %t | polymem-opt -test-polymem-isl-equal -o /dev/null | FileCheck %s
// CHECK: arg0 load: equal
// CHECK-NEXT: arg0 store: both empty
// CHECK-NEXT: arg1 load: both empty
// CHECK-NEXT: arg1 store: equal
// BOXES-WHERE [s] -> { [I] : s >= 1 }
// BOXES arg0 load: [s, arg2] -> { [I] -> arg0[m] : 0 <= m <= 2arg2 - 2 and 2I - 1 <= m <= 2I + 2s - 2 and m >= 2I - 2s + 2 }
// BOXES arg0 store: { [I] -> arg0[m] : false }
// BOXES arg1 load: { [I] -> arg1[m] : false }
// BOXES arg1 store: [s, arg2] -> { [I] -> arg1[m] : 0 <= m < arg2 and I <= m < I + s }

func.func @strided(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %A[%i * 2] : memref<?xf32>
    affine.store %0, %B[%i] : memref<?xf32>
  }
  return
}
