// RUN: not polymem-opt %s --split-input-file --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// Three tiles in flight: the right program is proved, and one that is wrong in a
// single place is not.

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK: check @right
// CHECK-NOT: {{violated|VIOLATED|not decided}}
// CHECK: asynchrony: proved
func.func @right(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  %t0 = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %t1 = scratch.copy_in %A to %a over [#own](%c8, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %r:2 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t0, %v = %t1) {
    scratch.wait %u
    %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
    scratch.yield %v, %w
  }
  return
}

// -----

#two = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// A stage fewer: the third tile is copied over the first one.
// CHECK: check @stage_fewer
// CHECK: dataflow: VIOLATED
// CHECK: storage: VIOLATED
// CHECK: asynchrony: VIOLATED
func.func @stage_fewer(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #two>
  %t0 = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
  %t1 = scratch.copy_in %A to %a over [#own](%c8, %n) : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
  %r:2 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t0, %v = %t1) {
    scratch.wait %u
    %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #two>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
    scratch.yield %v, %w
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Copies run one tile further ahead than there are cells for.
// CHECK: check @lead_more
// CHECK: dataflow: VIOLATED
// CHECK: storage: VIOLATED
// CHECK: asynchrony: VIOLATED
func.func @lead_more(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  %t0 = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %t1 = scratch.copy_in %A to %a over [#own](%c8, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %r:2 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t0, %v = %t1) {
    scratch.wait %u
    %next = affine.apply affine_map<()[s0] -> (s0 + 24)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
    scratch.yield %v, %w
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// The copy for the second tile is missing.
// CHECK: check @no_prologue
// CHECK: dataflow: VIOLATED: with arg2 = 9: S0[8] reads mem0[8] and gets undefined
// CHECK: asynchrony: proved
func.func @no_prologue(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  %t0 = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %t1 = scratch.copy_in %A to %a over [](%c8, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %r:2 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t0, %v = %t1) {
    scratch.wait %u
    %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
    scratch.yield %v, %w
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Each tile waits for the copy of another one.
// CHECK: check @waits_for_next
// CHECK: dataflow: proved
// CHECK: asynchrony: VIOLATED: with arg2 = 1: mem0[0] is accessed while an asynchronous copy writes it
func.func @waits_for_next(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  %t0 = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %t1 = scratch.copy_in %A to %a over [#own](%c8, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %r:2 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t0, %v = %t1) {
    scratch.wait %v
    %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
    scratch.yield %v, %w
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Each tile waits when it has used what is copied.
// CHECK: check @waits_late
// CHECK: dataflow: proved
// CHECK: asynchrony: VIOLATED: with arg2 = 1: mem0[0] is accessed while an asynchronous copy writes it
func.func @waits_late(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #ring>
  %t0 = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %t1 = scratch.copy_in %A to %a over [#own](%c8, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
  %r:2 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t0, %v = %t1) {
    %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #ring> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #ring>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
    scratch.wait %u
    scratch.yield %v, %w
  }
  return
}
