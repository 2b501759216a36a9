// Each element of A's tile is multiplied once, while it is copied; the product keeps its operands'
// order and its flags.
//
// RUN: polymem-opt %s --polymem-scale-copies --remarks-filter=polymem-scale-copies --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[ALPHA:[a-z0-9]+]]: f32
// CHECK: scratch.copy_in %{{.*}} to %[[BUFFER:.*]] over {{.*}} computing {
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[ALPHA]], %[[X]] fastmath<nnan> : f32
// CHECK-NEXT: scratch.element %[[Y]] : f32
// CHECK: affine.for
// CHECK: affine.for
// CHECK: %[[P:.*]] = affine.load %[[BUFFER]]
// CHECK-NEXT: affine.load
// CHECK-NEXT: arith.mulf %[[P]]
// CHECK: affine.load %[[BUFFER]][0
// CHECK-NEXT: affine.store

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
#all = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
func.func @f(%alpha: f32, %A: memref<8xf32>, %B: memref<8x4xf32>, %C: memref<8x4xf32>) {
  // expected-remark@below {{products are computed while the buffer is filled, instead of for each of 2 loads in the code}}
  %b = scratch.alloc() : memref<8xf32, #m>
  scratch.copy_in %A to %b over [#all]() : memref<8xf32> to memref<8xf32, #m>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i] : memref<8xf32, #m>
      %p = arith.mulf %alpha, %x fastmath<nnan> : f32
      %y = affine.load %B[%i, %j] : memref<8x4xf32>
      %q = arith.mulf %p, %y : f32
      affine.store %q, %C[%i, %j] : memref<8x4xf32>
    }
  }
  %x = affine.load %b[0] : memref<8xf32, #m>
  %p = arith.mulf %alpha, %x fastmath<nnan> : f32
  affine.store %p, %C[0, 0] : memref<8x4xf32>
  return
}
