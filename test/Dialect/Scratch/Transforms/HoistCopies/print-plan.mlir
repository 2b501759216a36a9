// RUN: polymem-opt %s --scratch-hoist-copies=print-plan -mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s

// The sets that the decision rests on, over all iterations of the tile.

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

// CHECK-LABEL: scratch-hoist-copies: @moves, buffer at
// CHECK-NEXT: copied in: { [i0] : 0 <= i0 <= 31 }
// CHECK-NEXT: copied out: { [i0] : 0 <= i0 <= 15 }
// CHECK-NEXT: stored: { [i0] : 0 <= i0 <= 7 }
// CHECK-NEXT: read by others: { [i0] : 40 <= i0 <= 47 }
// CHECK-NEXT: written by others: { [i0] : 48 <= i0 <= 55 }
// CHECK-NEXT: leaves the loop, which runs
func.func @moves(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    %b = scratch.alloc() : memref<64xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<64xf32> to memref<64xf32, #box>
    %y = affine.load %A[%i + 40] : memref<64xf32>
    affine.store %y, %b[%i] : memref<64xf32, #box>
    affine.store %y, %A[%i + 48] : memref<64xf32>
    scratch.copy_out %b to %A over [#half]() : memref<64xf32, #box> to memref<64xf32>
  }
  return
}

// CHECK-LABEL: scratch-hoist-copies: @stays, buffer at
// CHECK-NEXT: copied in: [arg1] -> { [i0] : arg1 > 0 and 0 <= i0 <= 31 }
// CHECK-NEXT: stored: [arg1] -> { [i0] : 0 <= i0 < arg1 }
// CHECK-NEXT: stays: elements that are stored to are copied in again
func.func @stays(%A: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) {
    %b = scratch.alloc() : memref<64xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<64xf32> to memref<64xf32, #box>
    %y = affine.load %b[%i + 1] : memref<64xf32, #box>
    affine.store %y, %b[%i] : memref<64xf32, #box>
  }
  return
}

// CHECK-LABEL: scratch-hoist-copies: @may_be_empty, buffer at
// CHECK: leaves the loop, which may be empty
func.func @may_be_empty(%A: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) {
    %b = scratch.alloc() : memref<64xf32, #box>
    scratch.copy_in %A to %b over [#all]() : memref<64xf32> to memref<64xf32, #box>
    %y = affine.load %b[%i + 1] : memref<64xf32, #box>
    affine.store %y, %A[%i + 48] : memref<64xf32>
  }
  return
}
