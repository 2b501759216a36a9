// RUN: polymem-opt %s --scratch-pipeline='stages=2 store-lag=1' --split-input-file --remarks-filter=scratch-pipeline --remark-format=emitRemark 2>%t.remarks -o %t.with
// RUN: FileCheck %s --input-file %t.with
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t.remarks
// RUN: polymem-opt %s --split-input-file -o %t.without
// RUN: %python %polymem_src/test/Inputs/same-parts.py %t.without %t.with late step of_the_tile outer

// Stores of a tile with the computation of the next one: a buffer that is only
// stored has cells for two tiles, one that is loaded, too, for three.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
// CHECK-DAG: #[[TWO:.*]] = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 16), extents = ()[s0] -> (16)>
// CHECK-DAG: #[[THREE:.*]] = #scratch.mapping<(d0)[s0] -> ((d0 - s0) mod 24), extents = ()[s0] -> (24)>
// CHECK-LABEL: func @stored
// CHECK: scratch.alloc{{.*}} {shared_cells} : memref<96xf32, #[[TWO]]>
// CHECK: scratch.alloc{{.*}} {shared_cells} : memref<96xf32, #[[THREE]]>
// CHECK: pipeline = #scratch.pipeline<lead = 1, lag = 1, order = barrier>
func.func @stored(%A: memref<96xf32>, %B: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    %o = scratch.alloc()[%t] : memref<96xf32, #box>
    %b = scratch.alloc()[%t] : memref<96xf32, #box>
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #box>
      %y = arith.addf %x, %x : f32
      affine.store %y, %o[%i] : memref<96xf32, #box>
      affine.store %y, %b[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %o to %B over [#own](%t) : memref<96xf32, #box> to memref<96xf32>
    scratch.copy_out %b to %A over [#own](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}

// -----

// Nothing lags that another tile reads, or that something is behind.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
// CHECK-LABEL: func @late
// CHECK-NOT: #scratch.pipeline
func.func @late(%B: memref<96xf32>, %s: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c8) to (%c96) step (%c8) {
    // REMARK: StoredLate {{.*}}stays in its tile: tiles access in the array what one of the 2 before them stores behind their computation
    %o = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %B[%i - 8] : memref<96xf32>
      affine.store %x, %o[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %o to %B over [#own](%t) : memref<96xf32, #box> to memref<96xf32>
  }
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    // REMARK: ComputationBehindStore {{.*}}stays in its tile: tiles do other things behind what they store
    %o = scratch.alloc()[%t] : memref<96xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %s[] : memref<f32>
      affine.store %x, %o[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %o to %B over [#own](%t) : memref<96xf32, #box> to memref<96xf32>
    %y = affine.load %B[symbol(%t)] : memref<96xf32>
    affine.store %y, %s[] : memref<f32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0), extents = ()[s0, s1] -> (s1)>
#own = affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + s1 - 1 >= 0, -d0 + s2 - 1 >= 0)>
// CHECK-LABEL: func @step
// CHECK-NOT: #scratch.pipeline
func.func @step(%B: memref<?xf32>, %n: index, %s: index, %z: f32) {
  %c0 = arith.constant 0 : index
  scratch.tile (%t) = (%c0) to (%n) step (%s) {
    // REMARK: UnknownStep {{.*}}stays in its tile: which tile is the last one is not known before
    %o = scratch.alloc(%n)[%t, %s] : memref<?xf32, #box>
    affine.for %i = %t to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%t, %s, %n] {
      affine.store %z, %o[%i] : memref<?xf32, #box>
    }
    scratch.copy_out %o to %B over [#own](%t, %s, %n) : memref<?xf32, #box> to memref<?xf32>
  }
  return
}

// -----

// How far the tile stores is what it has read.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>
// CHECK-LABEL: func @of_the_tile
// CHECK-NOT: #scratch.pipeline
func.func @of_the_tile(%B: memref<96xf32>, %ends: memref<96xindex>, %z: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    // REMARK: SizeInTile {{.*}}stays in its tile: what is stored depends on what the tile does
    %o = scratch.alloc()[%t] : memref<96xf32, #box>
    %end = memref.load %ends[%t] : memref<96xindex>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.store %z, %o[%i] : memref<96xf32, #box>
    }
    scratch.copy_out %o to %B over [#own](%t, %end) : memref<96xf32, #box> to memref<96xf32>
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 10), extents = () -> (10)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
// CHECK-LABEL: func @outer
// CHECK-NOT: #scratch.pipeline
func.func @outer(%A: memref<96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %b = scratch.alloc() {shared_cells} : memref<96xf32, #ring>
  // REMARK: OuterBuffer {{.*}}a buffer from outside the tile is copied out, which may not lag
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
    scratch.copy_in %A to %b over [#own](%t) : memref<96xf32> to memref<96xf32, #ring>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i] : memref<96xf32, #ring>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i] : memref<96xf32, #ring>
    }
    scratch.copy_out %b to %A over [#own](%t) : memref<96xf32, #ring> to memref<96xf32>
  }
  return
}
