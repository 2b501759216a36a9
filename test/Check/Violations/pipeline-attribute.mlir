// RUN: not polymem-opt %s --split-input-file --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// The attribute `pipeline` is a permission: storage is looked at in the executions that it allows, not
// only tile after tile, as the program is written.

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Three tiles may be in flight, and there is room for three.
// CHECK: check @right
// CHECK-NOT: {{violated|VIOLATED|not decided}}
// CHECK: storage: proved
func.func @right(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  scratch.tile (%k) = (%c0) to (%n) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>} {
    scratch.copy_in %A to %a over [#own](%k, %n) : memref<?xf32> to memref<?xf32, #ring>
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// A stage fewer. Tile after tile it would be right.
// CHECK: check @stage_fewer
// CHECK: storage: VIOLATED: {{.*}}with copies as far ahead and late as 'pipeline' permits
func.func @stage_fewer(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  scratch.tile (%k) = (%c0) to (%n) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 2, lag = 0, order = barrier>} {
    scratch.copy_in %A to %a over [#own](%k, %n) : memref<?xf32> to memref<?xf32, #ring>
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Copies may run one tile further ahead than there are cells for.
// CHECK: check @lead_more
// CHECK: storage: VIOLATED: {{.*}}with copies as far ahead and late as 'pipeline' permits
func.func @lead_more(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  scratch.tile (%k) = (%c0) to (%n) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 3, lag = 0, order = double>} {
    scratch.copy_in %A to %a over [#own](%k, %n) : memref<?xf32> to memref<?xf32, #ring>
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// What a tile stores may be stored one tile later.
// CHECK: check @late
// CHECK-NOT: {{violated|VIOLATED|not decided}}
// CHECK: storage: proved
func.func @late(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  scratch.tile (%k) = (%c0) to (%n) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 0, lag = 1, order = barrier>} {
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %b[%i] : memref<?xf32, #ring>
    }
    scratch.copy_out %b to %B over [#own](%k, %n) : memref<?xf32, #ring> to memref<?xf32>
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 8), extents = () -> (8)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// There is no room for that.
// CHECK: check @late_fewer
// CHECK: storage: VIOLATED: {{.*}}with copies as far ahead and late as 'pipeline' permits
func.func @late_fewer(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  scratch.tile (%k) = (%c0) to (%n) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 0, lag = 1, order = barrier>} {
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %b[%i] : memref<?xf32, #ring>
    }
    scratch.copy_out %b to %B over [#own](%k, %n) : memref<?xf32, #ring> to memref<?xf32>
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 8), extents = () -> (8)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Nor for the computation of a tile beside the stores of the one before, in any order.
// CHECK: check @with_next
// CHECK: storage: VIOLATED: {{.*}}with copies as far ahead and late as 'pipeline' permits
func.func @with_next(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  scratch.tile (%k) = (%c0) to (%n) step (%c8) attributes {pipeline = #scratch.pipeline<lead = 0, lag = 1, order = double>} {
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %b[%i] : memref<?xf32, #ring>
    }
    scratch.copy_out %b to %B over [#own](%k, %n) : memref<?xf32, #ring> to memref<?xf32>
  }
  return
}
