// RUN: polymem-opt %s --allow-unregistered-dialect --scratch-reuse --remarks-filter=scratch-reuse --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s --allow-unregistered-dialect -split-input-file -o %t.without
// RUN: diff %t.with %t.without

// Nothing is changed where it is refused.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @nobody_reads(%A: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: nothing but copies uses it}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#low = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 4 >= 0)>
#high = affine_set<(d0)[s0] : (d0 - s0 - 5 >= 0, -d0 + s0 + 9 >= 0)>
func.func @half_is_computed(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: one of several copies computes what it copies}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#low](%t) : memref<98xf32> to memref<98xf32, #box>
    scratch.copy_in %A to %b over [#high](%t) : memref<98xf32> to memref<98xf32, #box> computing {
    ^bb0(%x: f32):
      %y = arith.addf %x, %x : f32
      scratch.element %y : f32
    }
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<98xf32, #box>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @size_in_tile(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    %n = memref.dim %A, %c0 : memref<?xf32>
    // expected-remark@below {{each tile fills its buffer anew: its array's size is computed in the tile}}
    %b = scratch.alloc(%n)[%t] : memref<?xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<?xf32, #box>
      affine.store %x, %B[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// Each tile reads all that the ones before it read, to an end that is known in a loop only.
#all = #scratch.mapping<(d0) -> (d0), extents = () -> (98)>
#in = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @grows(%A: memref<?xf32>, %B: memref<?xf32>, %M: memref<1xindex>, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %o = 0 to %m {
    %end = memref.load %M[%c0] : memref<1xindex>
    scratch.tile (%t) = (%c0) to (%end) step (%c8) {
      // expected-remark@below {{has no box of a size that does not depend on where they are}}
      %b = scratch.alloc(%n) : memref<?xf32, #all>
      scratch.copy_in %A to %b over [#in](%t) : memref<?xf32> to memref<?xf32, #all>
      affine.for %i = 0 to affine_map<(d0) -> (d0 + 8)>(%t) {
        %x = affine.load %b[%i] : memref<?xf32, #all>
        affine.store %x, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (10, 4)>
#in = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0, d1 - s1 >= 0, -d1 + s1 + 3 >= 0)>
func.func @begins_inside(%A: memref<98x98xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    %k = memref.dim %B, %c0 : memref<?xf32>
    // expected-remark@below {{where the buffer begins is computed in the tile}}
    %b = scratch.alloc()[%t, %k] : memref<98x98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t, %k) : memref<98x98xf32> to memref<98x98xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      affine.for %j = 0 to 4 {
        %x = affine.load %b[%i, %j + symbol(%k)] : memref<98x98xf32, #box>
        %y = affine.load %b[%i + 2, %j + symbol(%k)] : memref<98x98xf32, #box>
        %z = arith.addf %x, %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @to_another_array(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: it is copied from or to several arrays}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 2] : memref<98xf32, #box>
      affine.store %x, %B[%i] : memref<98xf32>
    }
    scratch.copy_out %b to %B over [#in](%t) : memref<98xf32, #box> to memref<98xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @used_otherwise(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: 'other.use' uses it}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
    "other.use"(%b) : (memref<98xf32, #box>) -> ()
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @no_copies(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: it has no copies}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %z = affine.load %A[%i] : memref<98xf32>
      affine.store %z, %b[%i + 2] : memref<98xf32, #box>
      %x = affine.load %b[%i + 2] : memref<98xf32, #box>
      affine.store %x, %B[%i] : memref<98xf32>
    }
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (10)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 9 >= 0)>
func.func @not_modelled(%A: memref<98xf32>, %B: memref<98xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c88 = arith.constant 88 : index
  scratch.tile (%t) = (%c0) to (%c88) step (%c8) {
    // expected-remark@below {{each tile fills its buffer anew: the tile cannot be modelled: an operation with regions and unknown effects}}
    %b = scratch.alloc()[%t] : memref<98xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<98xf32> to memref<98xf32, #box>
    "other.region"() ({
      %x = affine.load %b[symbol(%t)] : memref<98xf32, #box>
      affine.store %x, %B[symbol(%t)] : memref<98xf32>
      "other.end"() : () -> ()
    }) : () -> ()
  }
  return
}
