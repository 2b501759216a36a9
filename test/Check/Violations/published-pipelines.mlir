// RUN: not polymem-opt %s --split-input-file --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// Programs with mistakes that pipelining compilers made, by their public reports, and what the check says. The same
// loops pipelined by scratch-pipeline: Execution/Pipelining (0, 1 and more tiles). Too few slots (triton#10977) and a
// wait for another step's copy (triton#11786) are in pipelined.mlir.

// One of two buffers has room for one tile only, though copies into both run ahead (iree#13451).

#two = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#one = #scratch.mapping<(d0) -> (d0 mod 8), extents = () -> (8)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %y = arith.addf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

// CHECK: check @one_buffer
// CHECK: dataflow: VIOLATED
// CHECK: storage: VIOLATED
func.func @one_buffer(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #two>
  %b = scratch.alloc(%n) {shared_cells} : memref<?xf32, #one>
  %s = scratch.copy_in %A to %a over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
  %t = scratch.copy_in %B to %b over [#own](%c0, %n) : memref<?xf32> to memref<?xf32, #one> -> !scratch.token
  %r:2 = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %s, %v = %t) {
    scratch.wait %u, %v
    %next = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
    %x = scratch.copy_in %B to %b over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #one> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %p = affine.load %a[%i] : memref<?xf32, #two>
      %q = affine.load %b[%i] : memref<?xf32, #one>
      %y = arith.addf %p, %q : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %C[%i] : memref<?xf32>
    }
    scratch.yield %w, %x
  }
  return
}

// -----

// The first tile's copy is left to a step before it that a loop of one tile has not (tilelang#2566: there it is waited
// for in vain).

#two = #scratch.mapping<(d0) -> (d0 mod 16), extents = () -> (16)>
#own = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 1 >= 0)>
#more = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, s1 - s0 - 9 >= 0)>

func.func @original(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK: check @one_tile
// CHECK: dataflow: VIOLATED: with arg2 = 1: S0[0] reads mem0[0] and gets undefined
func.func @one_tile(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @original} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = scratch.alloc(%n) {shared_cells} : memref<?xf32, #two>
  %t = scratch.copy_in %A to %a over [#more](%c0, %n) : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
  %r = scratch.tile (%k) = (%c0) to (%n) step (%c8) iter_tokens(%u = %t) {
    scratch.wait %u
    %next = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%k]
    %w = scratch.copy_in %A to %a over [#own](%next, %n) : memref<?xf32> to memref<?xf32, #two> -> !scratch.token
    affine.for %i = %k to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%k, %n] {
      %x = affine.load %a[%i] : memref<?xf32, #two>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
    scratch.yield %w
  }
  return
}
