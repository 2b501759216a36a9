// A budget that suffices for the model of the tile, but not for the difference
// of the sets: nothing is proved and nothing is moved.
//
// RUN: polymem-opt %s --scratch-hoist-copies=max-isl-operations=11000 --remarks-filter=scratch-hoist-copies --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

#box = #scratch.mapping<(d0, d1, d2) -> (d0, d1, d2), extents = () -> (64, 64, 64)>
#in = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 63 >= 0, d2 >= 0, -d2 + 63 >= 0)>
// expected-warning@below {{scratch-hoist-copies: the budget of 11000 isl operations ended, so less is done here than could be}}
func.func @budget(%A: memref<64x64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) {
    // expected-remark@below {{the buffer stays in its tile: budget of isl operations exhausted}}
    %b = scratch.alloc() : memref<64x64x64xf32, #box>
    scratch.copy_in %A to %b over [#in]() : memref<64x64x64xf32> to memref<64x64x64xf32, #box>
    affine.for %k = 0 to 32 {
      %y = affine.load %b[%k, %k, %k] : memref<64x64x64xf32, #box>
      affine.store %y, %b[%k, %k, %k] : memref<64x64x64xf32, #box>
    }
    scratch.copy_out %b to %A over [affine_set<(d0, d1, d2) : (d0 - 1 >= 0, -d0 + 20 >= 0, d1 - 2 >= 0, -d1 + 22 >= 0, d2 - 1 >= 0, -d2 + 19 >= 0)>, affine_set<(d0, d1, d2) : (d0 - 6 >= 0, -d0 + 25 >= 0, d1 - 6 >= 0, -d1 + 26 >= 0, d2 - 8 >= 0, -d2 + 26 >= 0)>, affine_set<(d0, d1, d2) : (d0 - 11 >= 0, -d0 + 30 >= 0, d1 - 10 >= 0, -d1 + 30 >= 0, d2 - 15 >= 0, -d2 + 33 >= 0)>, affine_set<(d0, d1, d2) : (d0 - 16 >= 0, -d0 + 35 >= 0, d1 - 14 >= 0, -d1 + 34 >= 0, d2 - 22 >= 0, -d2 + 40 >= 0)>, affine_set<(d0, d1, d2) : (d0 - 21 >= 0, -d0 + 40 >= 0, d1 - 18 >= 0, -d1 + 38 >= 0, d2 - 29 >= 0, -d2 + 47 >= 0)>, affine_set<(d0, d1, d2) : (d0 - 26 >= 0, -d0 + 45 >= 0, d1 - 22 >= 0, -d1 + 42 >= 0, d2 - 36 >= 0, -d2 + 54 >= 0)>, affine_set<(d0, d1, d2) : (d0 - 31 >= 0, -d0 + 50 >= 0, d1 - 26 >= 0, -d1 + 46 >= 0, d2 - 43 >= 0, -d2 + 61 >= 0)>, affine_set<(d0, d1, d2) : (d0 - 36 >= 0, -d0 + 55 >= 0, d1 - 30 >= 0, -d1 + 50 >= 0, d2 - 50 >= 0, -d2 + 68 >= 0)>]() : memref<64x64x64xf32, #box> to memref<64x64x64xf32>
  }
  return
}
