// RUN: polymem-opt %s --scratch-promote --scratch-reuse=print-sets -o /dev/null 2>&1 | FileCheck %s

// Row i - 1 is what the tile before this one left in the buffer. Each row is
// loaded once and stored once.

// CHECK: load: {{.*}} -> { [i0, i1] : i0 < arg1 and 0 <= i1 <= 63 and ((o0 = 1 and 0 <= i0 <= 8) or (o0 >= 9 and o0 <= i0 <= 7 + o0)) }
// CHECK-NEXT: without reuse: {{.*}} -> { [i0, i1] : -1 + o0 <= i0 < arg1 and i0 <= 7 + o0 and 0 <= i1 <= 63 }
// CHECK-NEXT: store: {{.*}} -> { [i0, i1] : o0 <= i0 < arg1 and i0 <= 7 + o0 and 0 <= i1 <= 63 }
// CHECK: 9 x 64 cells, tiles of any alignment
func.func @running_sum(%A: memref<?x64xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%t) = (%c1) to (%n) step (%c8) {
    affine.for %i = %t to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%t, %n] {
      affine.for %j = 0 to 64 {
        %x = affine.load %A[%i - 1, %j] : memref<?x64xf32>
        %y = affine.load %A[%i, %j] : memref<?x64xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %A[%i, %j] : memref<?x64xf32>
      }
    }
  }
  return
}
