// RUN: polymem-opt %s --scratch-pipeline='stages=64 max-isl-operations=10000 warnings=false' --remarks-filter=scratch-pipeline --remark-format=emitRemark 2>%t.remarks -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t.remarks
// RUN: polymem-opt %s --scratch-pipeline=stages=64 | FileCheck %s

// The budget is enough for the model of the tile, but not for 63 distances of tiles.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
// CHECK: pipeline = #scratch.pipeline<lead = 63
func.func @budget(%A: memref<1024xf32>, %B: memref<1024xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c1024 = arith.constant 1024 : index
  scratch.tile (%t) = (%c0) to (%c1024) step (%c8) {
    // REMARK: [[@LINE+1]]:10: remark: [Missed] Budget {{.*}}stays in its tile: budget of 10000 isl operations exhausted
    %b = scratch.alloc()[%t] : memref<1024xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<1024xf32> to memref<1024xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<1024xf32, #box>
      affine.store %x, %B[%i] : memref<1024xf32>
    }
  }
  return
}
