// RUN: polymem-opt %s --scratch-promote --scratch-reuse=print-sets -o /dev/null 2>&1 | FileCheck %s

// C[i + j] is written by several tiles: the last one stores it, the first one
// loads it.

// CHECK: load: {{.*}} -> { [i0] : i0 <= 2 + arg2 and ((o0 = 0 and 0 <= i0 <= 10) or (o0 >= 8 and 3 + o0 <= i0 <= 10 + o0)) }
// CHECK-NEXT: without reuse: {{.*}} -> { [i0] : o0 <= i0 <= 2 + arg2 and i0 <= 10 + o0 }
// CHECK-NEXT: store: {{.*}} -> { [i0] : i0 >= o0 and ((arg2 >= 9 + o0 and i0 <= 7 + o0) or (arg2 <= 8 + o0 and i0 <= 2 + arg2)) }
// CHECK: 11 cells, tiles of any alignment
func.func @product(%A: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%t) = (%c0) to (%n) step (%c8) {
    affine.for %i = %t to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%t, %n] {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%i] : memref<?xf32>
        %c = affine.load %C[%i + %j] : memref<?xf32>
        %s = arith.addf %c, %a : f32
        affine.store %s, %C[%i + %j] : memref<?xf32>
      }
    }
  }
  return
}
