// Without isl operations to spend, nothing is proved and nothing is moved.
//
// RUN: polymem-opt %s --scratch-hoist-copies=max-isl-operations=1 --remarks-filter=scratch-hoist-copies --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>

// expected-warning@below {{scratch-hoist-copies: the budget of 1 isl operations ended, so less is done here than could be}}
func.func @budget(%A: memref<32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) {
    // expected-remark@below {{the tile cannot be modelled}}
    %b = scratch.alloc() : memref<32xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
    affine.for %k = 0 to 32 {
      %y = affine.load %b[%k] : memref<32xf32, #box>
      affine.store %y, %b[%k] : memref<32xf32, #box>
    }
    scratch.copy_out %b to %A over [#all]() : memref<32xf32, #box> to memref<32xf32>
  }
  return
}
