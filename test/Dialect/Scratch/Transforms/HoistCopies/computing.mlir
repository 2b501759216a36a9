// A copy that computes something moves with its computation, unless that takes values of the
// tile, or what was computed is copied out: each iteration computes it of the last one's.
//
// RUN: polymem-opt %s --scratch-hoist-copies --remarks-filter=scratch-hoist-copies --remark-format=emitRemark -verify-diagnostics | FileCheck %s

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>

// CHECK-LABEL: func.func @moves
// CHECK-SAME: (%[[ALPHA:[a-z0-9]+]]: f32
// CHECK: scratch.copy_in {{.*}} computing {
// CHECK: arith.mulf %[[ALPHA]]
// CHECK: scratch.tile
func.func @moves(%alpha: f32, %A: memref<8xf32>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c8) {
    // expected-remark@below {{moved out of}}
    %b = scratch.alloc() : memref<8xf32, #m>
    scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
    ^bb0(%x: f32):
      %y = arith.mulf %alpha, %x : f32
      scratch.element %y : f32
    }
    %v = affine.load %b[3] : memref<8xf32, #m>
    affine.store %v, %C[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @of_the_tile
// CHECK: scratch.tile
// CHECK: scratch.copy_in
func.func @of_the_tile(%F: memref<?xf32>, %A: memref<8xf32>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c8) {
    %f = affine.load %F[%i] : memref<?xf32>
    // expected-remark@below {{it depends on the tile's origin}}
    %b = scratch.alloc() : memref<8xf32, #m>
    scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
    ^bb0(%x: f32):
      %y = arith.mulf %f, %x : f32
      scratch.element %y : f32
    }
    %v = affine.load %b[3] : memref<8xf32, #m>
    affine.store %v, %C[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @again
// CHECK: scratch.tile
// CHECK: scratch.copy_in
// CHECK: scratch.copy_out
func.func @again(%alpha: f32, %A: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c8) {
    // expected-remark@below {{what is copied in is not what is copied out}}
    %b = scratch.alloc() : memref<8xf32, #m>
    scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m> computing {
    ^bb0(%x: f32):
      %y = arith.mulf %alpha, %x : f32
      scratch.element %y : f32
    }
    scratch.copy_out %b to %A over [#all]() : memref<8xf32, #m> to memref<8xf32>
  }
  return
}
