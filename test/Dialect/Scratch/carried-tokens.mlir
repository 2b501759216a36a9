// RUN: polymem-opt %s | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --mlir-print-op-generic | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --emit-bytecode | polymem-opt | FileCheck %s
// RUN: polymem-opt %s --canonicalize | FileCheck %s --check-prefix=CANONICAL

// Tiles carry tokens, and have the permission to copy ahead.

#row = #scratch.mapping<(d0) -> (d0 mod 24), extents = () -> (24)>
#own = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>

// CHECK-LABEL: func @two
// CANONICAL-LABEL: func @two
func.func @two(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %b = scratch.alloc() {shared_cells} : memref<64xf32, #row>
  // CHECK: %[[T:.*]] = scratch.copy_in
  // CHECK: %[[U:.*]] = scratch.copy_in
  %t = scratch.copy_in %A to %b over [#own](%c0) : memref<64xf32> to memref<64xf32, #row> -> !scratch.token
  %u = scratch.copy_in %A to %b over [#own](%c8) : memref<64xf32> to memref<64xf32, #row> -> !scratch.token
  // CHECK: %[[R:.*]]:2 = scratch.tile (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) iter_tokens(%[[V:.*]] = %[[T]], %[[W:.*]] = %[[U]]) attributes {pipeline = #scratch.pipeline<lead = 2, lag = 1, order = duplex>} {
  // CANONICAL: scratch.tile
  // CANONICAL-SAME: iter_tokens
  %r:2 = scratch.tile (%i) = (%c0) to (%c64) step (%c8) iter_tokens(%v = %t, %w = %u)
      attributes {pipeline = #scratch.pipeline<lead = 2, lag = 1, order = duplex>} {
    // CHECK: scratch.wait %[[V]]
    // CANONICAL: scratch.wait
    scratch.wait %v
    %next = affine.apply affine_map<()[s0] -> (s0 + 16)>()[%i]
    // CHECK: %[[X:.*]] = scratch.copy_in
    %x = scratch.copy_in %A to %b over [#own](%next) : memref<64xf32> to memref<64xf32, #row> -> !scratch.token
    affine.for %ii = %i to affine_map<()[s0] -> (s0 + 8)>()[%i] {
      %y = affine.load %b[%ii] : memref<64xf32, #row>
      affine.store %y, %B[%ii] : memref<64xf32>
    }
    // CHECK: scratch.yield %[[W]], %[[X]]
    scratch.yield %w, %x
  }
  // CHECK: scratch.wait %[[R]]#0, %[[R]]#1
  scratch.wait %r#0, %r#1
  return
}

// A tile that is not run hands on what it was given.
// CANONICAL-LABEL: func @none
func.func @none(%A: memref<64xf32>, %b: memref<64xf32, #row>, %n: index, %s: index) {
  // CANONICAL: %[[T:.*]] = scratch.copy_in
  %t = scratch.copy_in %A to %b over [#own](%n) : memref<64xf32> to memref<64xf32, #row> -> !scratch.token
  // CANONICAL-NOT: scratch.tile
  %r = scratch.tile (%i) = (%n) to (%n) step (%s) iter_tokens(%v = %t) {
    scratch.yield %v
  }
  // CANONICAL: scratch.wait %[[T]]
  scratch.wait %r
  return
}

// A copy of nothing stays if it is carried: only waits are known to lose it.
// CANONICAL-LABEL: func @empty
func.func @empty(%A: memref<64xf32>, %b: memref<64xf32, #row>, %n: index, %s: index) {
  // CANONICAL: scratch.copy_in
  %t = scratch.copy_in %A to %b over []() : memref<64xf32> to memref<64xf32, #row> -> !scratch.token
  // CANONICAL: scratch.tile
  %r = scratch.tile (%i) = (%n) to (%s) step (%s) iter_tokens(%v = %t) {
    scratch.wait %v
    // CANONICAL: scratch.copy_in
    %u = scratch.copy_in %A to %b over []() : memref<64xf32> to memref<64xf32, #row> -> !scratch.token
    scratch.yield %u
  }
  return
}
