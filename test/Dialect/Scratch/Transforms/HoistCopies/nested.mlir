// A buffer that depends on no tile leaves all of them, constants that are
// computed inside go with it. Loops that surely run add no constraint.
//
// RUN: polymem-opt %s --scratch-hoist-copies | FileCheck %s

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#half = affine_set<(d0) : (d0 >= 0, -d0 + 15 >= 0)>

// CHECK: #[[$ALL:.*]] = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
// CHECK-LABEL: func @f
// CHECK: %[[L:.*]] = scratch.alloc()
// CHECK: scratch.copy_in %{{.*}} to %[[L]] over [#[[$ALL]]]()
// CHECK: scratch.tile
// CHECK: scratch.tile
// CHECK-NOT: scratch.copy
// CHECK: }
// CHECK: }
// CHECK: scratch.copy_out %[[L]] to %{{.*}} over [#[[$ALL]]]()
func.func @f(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%c8) step (%c1) {
    scratch.tile (%j) = (%c0) to (%c8) step (%c1) {
      %b = scratch.alloc() : memref<32xf32, #box>
      scratch.copy_in %A to %b over [#all]() : memref<32xf32> to memref<32xf32, #box>
      affine.for %k = 0 to 32 {
        %x = affine.load %b[%k] : memref<32xf32, #box>
        %y = arith.addf %x, %x : f32
        affine.store %y, %b[%k] : memref<32xf32, #box>
      }
      scratch.copy_out %b to %A over [#all]() : memref<32xf32, #box> to memref<32xf32>
    }
  }
  return
}
