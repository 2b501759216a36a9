// Why a buffer whose copies differ from iteration to iteration stays in its tile, one remark
// each; the functions are unchanged.
//
// RUN: polymem-opt %s -split-input-file --scratch-hoist-copies --remarks-filter=scratch-hoist-copies --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Two elements, 16 apart, have the same cell.
#ring = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#one = affine_set<(d0)[s0] : (d0 - s0 == 0)>
func.func @ring(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%k) = (%c0) to (%c32) step (%c1) {
    // expected-remark@below {{what it copies differs from iteration to iteration, and it has no cell for each element of all}}
    %b = scratch.alloc() : memref<32xf32, #ring>
    scratch.copy_in %A to %b over [#one](%k) : memref<32xf32> to memref<32xf32, #ring>
    %x = affine.load %b[symbol(%k)] : memref<32xf32, #ring>
    %y = arith.addf %x, %x : f32
    affine.store %y, %b[symbol(%k)] : memref<32xf32, #ring>
    scratch.copy_out %b to %A over [#one](%k) : memref<32xf32, #ring> to memref<32xf32>
  }
  return
}

// -----

// Iteration 16 would overwrite element 17 in the buffer, which the next one takes from the
// array.
#row = #scratch.mapping<(d0) -> (d0), extents = () -> (33)>
#one = affine_set<(d0)[s0] : (d0 - s0 == 0)>
func.func @not_copied_out(%A: memref<33xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%k) = (%c0) to (%c32) step (%c1) {
    // expected-remark@below {{what it copies differs from iteration to iteration, and an iteration stores to what it does not copy out}}
    %b = scratch.alloc() : memref<33xf32, #row>
    scratch.copy_in %A to %b over [#one](%k) : memref<33xf32> to memref<33xf32, #row>
    %x = affine.load %b[symbol(%k)] : memref<33xf32, #row>
    affine.store %x, %b[symbol(%k) + 1] : memref<33xf32, #row>
    %y = affine.load %b[symbol(%k) + 1] : memref<33xf32, #row>
    %z = arith.addf %x, %y : f32
    affine.store %z, %b[symbol(%k)] : memref<33xf32, #row>
    scratch.copy_out %b to %A over [#one](%k) : memref<33xf32, #row> to memref<33xf32>
  }
  return
}

// -----

// Another operation of the tile reads what iterations before have copied out.
#row = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#one = affine_set<(d0)[s0] : (d0 - s0 == 0)>
func.func @read_by_others(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%k) = (%c0) to (%c32) step (%c1) {
    // expected-remark@below {{'affine.load' in the tile accesses elements of its array}}
    %b = scratch.alloc() : memref<32xf32, #row>
    %x = affine.load %A[0] : memref<32xf32>
    affine.store %x, %b[symbol(%k)] : memref<32xf32, #row>
    scratch.copy_out %b to %A over [#one](%k) : memref<32xf32, #row> to memref<32xf32>
  }
  return
}

// -----

// What is copied is computed in the tile.
#row = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#one = affine_set<(d0)[s0] : (d0 - s0 == 0, d0 >= 0, -d0 + 31 >= 0)>
func.func @computed(%A: memref<32xf32>, %B: memref<32xf32>, %at: memref<32xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%k) = (%c0) to (%c32) step (%c1) {
    // expected-remark@below {{what it copies differs from iteration to iteration, and what all copy has no form in front of the tile}}
    %b = scratch.alloc() : memref<32xf32, #row>
    %j = affine.load %at[%k] : memref<32xindex>
    scratch.copy_in %A to %b over [#one](%j) : memref<32xf32> to memref<32xf32, #row>
    %x = affine.load %b[symbol(%k)] : memref<32xf32, #row>
    affine.store %x, %B[%k] : memref<32xf32>
  }
  return
}

// -----

// The step is a run-time value: with 2, every other element is copied out.
#row = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#one = affine_set<(d0)[s0] : (d0 - s0 == 0)>
func.func @step(%A: memref<32xf32>, %x: f32, %s: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%k) = (%c0) to (%c32) step (%s) {
    // expected-remark@below {{what it copies differs from iteration to iteration, and which elements are copied depends on the number that the step of the tile is at run time}}
    %b = scratch.alloc() : memref<32xf32, #row>
    affine.store %x, %b[symbol(%k)] : memref<32xf32, #row>
    scratch.copy_out %b to %A over [#one](%k) : memref<32xf32, #row> to memref<32xf32>
  }
  return
}

// -----

// The last elements are copied only if an iteration begins at one of them.
#row = #scratch.mapping<(d0) -> (d0), extents = () -> (64)>
#eight = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @behind(%A: memref<64xf32>, %B: memref<32xf32>, %s: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%k) = (%c0) to (%c32) step (%s) {
    // expected-remark@below {{which elements are copied depends on the number that the step of the tile is at run time}}
    %b = scratch.alloc() : memref<64xf32, #row>
    scratch.copy_in %A to %b over [#eight](%k) : memref<64xf32> to memref<64xf32, #row>
    %x = affine.load %b[symbol(%k) + 7] : memref<64xf32, #row>
    affine.store %x, %B[%k] : memref<32xf32>
  }
  return
}
