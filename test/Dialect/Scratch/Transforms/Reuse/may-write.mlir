// RUN: polymem-opt %s --scratch-promote=promote-all --scratch-reuse=print-sets -o /dev/null 2>&1 | FileCheck %s

// What may be written is loaded, for it is stored; and no later than by the
// first tile that may write it (Isoard 2016, section 2.3.3): A[i + 2] is read
// by the tile before the one that may write it.

// CHECK: load: {{.*}} -> { [i0] : i0 < arg0_dim0 and i0 <= 1 + arg1 and ((2 + o0 <= i0 <= 9 + o0) or (o0 = 1 and 0 <= i0 <= 2 and i0 < arg1)) }
// CHECK: store: {{.*}} -> { [i0] : o0 <= i0 < arg0_dim0 and i0 < arg1 and i0 <= 7 + o0 }
// CHECK: 11 cells
func.func @sometimes(%A: memref<?xf32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%t) = (%c1) to (%n) step (%c8) {
    affine.for %i = %t to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%t, %n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 2] : memref<?xf32>
      %c = arith.cmpf olt, %a, %x : f32
      scf.if %c {
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}
