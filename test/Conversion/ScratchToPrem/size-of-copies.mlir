// RUN: polymem-opt %s --convert-scratch-to-prem=strict | FileCheck %s

// What a tile stores ends at a size that neither the buffer nor the tiles know.

// CHECK: prem.stream wo stream %{{.*}} store #prem.box<lower = [(d0)[s0] -> (d0 * 8)], upper = [(d0)[s0] -> (s0, d0 * 8 + 8)]> (%{{.*}}) [%{{.*}}] {mayBeEmpty}

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#out = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, s1 - d0 - 1 >= 0)>
func.func @size(%A: memref<96xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%t, %n] {
      affine.store %zero, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#out](%t, %n) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}
