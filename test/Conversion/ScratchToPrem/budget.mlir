// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(convert-scratch-to-prem{max-isl-operations=3500}))' --remarks-filter=convert-scratch-to-prem --remark-policy=all -o %t.with 2>&1 | FileCheck %s
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

// Where a budget ends nothing is changed, and it is said.

// CHECK-DAG: warning: convert-scratch-to-prem: the budget of 3500 isl operations ended
// CHECK-DAG: the tile is no segment: budget of 3500 isl operations exhausted

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#out = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, (d0 - s0) mod 2 == 0)>
func.func @hull(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) mapping [#prem.core<0>] {
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = 0 to 4 {
      affine.store %zero, %b[%i * 2 + symbol(%t)] : memref<96xf32, #box>
    }
    scratch.copy_out %b to %A over [#out](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}
