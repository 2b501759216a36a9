// RUN: polymem-opt %s --convert-scratch-to-prem=strict | FileCheck %s

// A tile stores every other element; nobody stores the others. They are loaded,
// and stored as they were.

// CHECK: prem.stream rw stream %{{.*}} load #prem.box<[[BOX:.*]]> store #prem.box<[[BOX]]> (

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
