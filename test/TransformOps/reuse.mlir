// transform.polymem.reuse hands on the buffers of one tile, not those of another;
// the handle to a tile that gets another one inside stays valid.

// RUN: polymem-opt %s --transform-interpreter -split-input-file -verify-diagnostics | FileCheck %s

#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (8, 10)>
#in = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, d1 - s1 >= 0, -d1 + s1 + 9 >= 0)>
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @f(
  // CHECK:         scratch.tile (%[[I:.*]]) = {{.*}} attributes {moved, this} {
  // CHECK-NEXT:      scratch.alloc()[%[[I]]] {shared_cells}
  // CHECK-NEXT:      scratch.tile (%{{.*}}) = {{.*}} attributes {this} {
  // CHECK:         scratch.tile (%{{.*}}, %{{.*}}) = {{.*}} {
  // CHECK-NEXT:      scratch.alloc
  func.func @f(%A: memref<64x66xf32>, %B: memref<64x64xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    scratch.tile (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c8, %c8) attributes {this} {
      %b = scratch.alloc()[%i, %j] : memref<64x66xf32, #box>
      scratch.copy_in %A to %b over [#in](%i, %j) : memref<64x66xf32> to memref<64x66xf32, #box>
      affine.for %ii = %i to affine_map<(d0) -> (d0 + 8)>(%i) {
        affine.for %jj = %j to affine_map<(d0) -> (d0 + 8)>(%j) {
          %x = affine.load %b[%ii, %jj + 2] : memref<64x66xf32, #box>
          %y = affine.load %b[%ii, %jj] : memref<64x66xf32, #box>
          %z = arith.addf %x, %y : f32
          affine.store %z, %B[%ii, %jj] : memref<64x64xf32>
        }
      }
    }
    scratch.tile (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c8, %c8) {
      %b = scratch.alloc()[%i, %j] : memref<64x66xf32, #box>
      scratch.copy_in %A to %b over [#in](%i, %j) : memref<64x66xf32> to memref<64x66xf32, #box>
      affine.for %ii = %i to affine_map<(d0) -> (d0 + 8)>(%i) {
        affine.for %jj = %j to affine_map<(d0) -> (d0 + 8)>(%j) {
          %x = affine.load %b[%ii, %jj + 2] : memref<64x66xf32, #box>
          affine.store %x, %B[%ii, %jj] : memref<64x64xf32>
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %tile = transform.structured.match ops{["scratch.tile"]} attributes {this} in %module : (!transform.any_op) -> !transform.any_op
    transform.polymem.reuse %tile {strip = 1} : !transform.any_op
    transform.annotate %tile "moved" : !transform.any_op
    transform.yield
  }
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#in = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
module attributes {transform.with_named_sequence} {
  func.func @refused(%A: memref<96xf32>, %B: memref<96xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c96 = arith.constant 96 : index
    scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
      // expected-error@below {{scratch-reuse: each tile fills its buffer anew: no tile accesses what one before it did}}
      %b = scratch.alloc()[%t] : memref<96xf32, #box>
      scratch.copy_in %A to %b over [#in](%t) : memref<96xf32> to memref<96xf32, #box>
      affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
        %x = affine.load %b[%i] : memref<96xf32, #box>
        affine.store %x, %B[%i] : memref<96xf32>
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    // expected-note@below {{asked for by 'transform.polymem.reuse'}}
    transform.polymem.reuse %function : !transform.any_op
    transform.yield
  }
}

// -----

// With `movement` rows that no one writes are loaded as whole vectors of 16 bytes.

#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (9, 62)>
#in = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 8 >= 0, d1 - 1 >= 0, -d1 + 62 >= 0)>
module attributes {transform.with_named_sequence} {
  // CHECK: #scratch.mapping<(d0, d1) -> (d0 mod 9, d1), extents = () -> (9, 64)>
  // CHECK-LABEL: func.func @vectors(
  // CHECK: scratch.copy_in
  func.func @vectors(%A: memref<65x64xf32>, %B: memref<64x64xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    scratch.tile (%i) = (%c0) to (%c64) step (%c8) {
      %b = scratch.alloc()[%i] : memref<65x64xf32, #box>
      scratch.copy_in %A to %b over [#in](%i) : memref<65x64xf32> to memref<65x64xf32, #box>
      affine.for %ii = %i to affine_map<(d0) -> (d0 + 8)>(%i) {
        affine.for %j = 1 to 63 {
          %x = affine.load %b[%ii, %j] : memref<65x64xf32, #box>
          %y = affine.load %b[%ii + 1, %j] : memref<65x64xf32, #box>
          %z = arith.addf %x, %y : f32
          affine.store %z, %B[%ii, %j] : memref<64x64xf32>
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.polymem.reuse %function {movement = "vector"} : !transform.any_op
    transform.yield
  }
}
