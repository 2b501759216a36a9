// Whatever step the budget ends in, the buffer stays as it is, or is right.
//
// RUN: polymem-opt %s --scratch-reuse=max-isl-operations=300 --remarks-filter=scratch-reuse --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without
// RUN: polymem-opt %s --scratch-reuse=max-isl-operations=3000 -o %t.3000 2>/dev/null
// RUN: polymem-opt %s --scratch-reuse=max-isl-operations=10000 -o %t.10000 2>/dev/null
// RUN: polymem-opt %s --scratch-reuse=max-isl-operations=30000 -o %t.30000 2>/dev/null

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
// expected-warning@below {{scratch-reuse: the budget of 300 isl operations ended, so less is done here than could be}}
func.func @sum(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: }}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<98xf32, #box>
      %y = affine.load %b[%i + 2] : memref<98xf32, #box>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[%i] : memref<98xf32>
    }
  }
  return
}
