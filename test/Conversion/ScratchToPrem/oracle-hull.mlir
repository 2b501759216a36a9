// RUN: polymem-opt %s --convert-scratch-to-prem=strict | FileCheck %s

// ORACLES P4, hull (5.3.1): of (1,1), (2,1), (2,2), (3,0), (3,1), (3,2), (4,3) it
// is rows 1 to 4, columns 0 to 3.

// CHECK: prem.stream ro resident %{{.*}} load #prem.box<lower = [(d0) -> (1), (d0) -> (0)], upper = [(d0) -> (5), (d0) -> (4)]>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (8, 8)>
#a = affine_set<(d0, d1) : (d0 - 1 == 0, d1 - 1 == 0)>
#b = affine_set<(d0, d1) : (d0 - 2 == 0, d1 - 1 >= 0, -d1 + 2 >= 0)>
#c = affine_set<(d0, d1) : (d0 - 3 == 0, d1 >= 0, -d1 + 2 >= 0)>
#d = affine_set<(d0, d1) : (d0 - 4 == 0, d1 - 3 == 0)>
func.func @points(%A: memref<8x8xf32>, %x: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
    %b = scratch.alloc() : memref<8x8xf32, #box>
    scratch.copy_in %A to %b over [#a, #b, #c, #d]() : memref<8x8xf32> to memref<8x8xf32, #box>
    %v = affine.load %b[4, 3] : memref<8x8xf32, #box>
  }
  return
}
