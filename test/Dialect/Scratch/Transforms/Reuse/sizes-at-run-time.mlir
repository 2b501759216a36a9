// RUN: polymem-opt %s --scratch-promote=promote-all --scratch-reuse=print-sets 2>&1 | FileCheck %s

// Tiles of any size: their sets are affine in it.

// CHECK: load: {{.*}} -> { [i0] : i0 < arg2 and ((o0 >= 2 and o0 <= i0 < o0 + arg3) or (o0 = 1 and 0 <= i0 <= arg3)) }
// CHECK-NEXT: without reuse: {{.*}} -> { [i0] : -1 + o0 <= i0 < arg2 and i0 < o0 + arg3 }
// CHECK: min(1 + arg3, arg2) cells, tiles of any alignment
// CHECK: #scratch.mapping<(d0)[s0] -> (d0 mod s0), extents = ()[s0] -> (s0)>
// CHECK-LABEL: func.func @window
// CHECK: scratch.alloc(%{{.*}})[%{{.*}}] {shared_cells}
// CHECK: scratch.tile
func.func @window(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %s: index) {
  %c1 = arith.constant 1 : index
  scratch.tile (%t) = (%c1) to (%n) step (%s) {
    affine.for %i = %t to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%t, %s, %n] {
      %x = affine.load %A[%i - 1] : memref<?xf32>
      %y = affine.load %A[%i] : memref<?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
