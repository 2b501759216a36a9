// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s

// Results of an affine.if are stored by its branches.

// CHECK-LABEL: func @select
// CHECK-SAME: (%[[A:[^:]+]]: memref<?xf32>
// CHECK: %[[CELL:.*]] = memref.alloca() : memref<f32>
// CHECK-NEXT: affine.if
// CHECK: affine.store %{{.*}}, %[[CELL]][]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %{{.*}}, %[[CELL]][]
// CHECK: %[[V:.*]] = affine.load %[[CELL]][]
// CHECK-NEXT: affine.store %[[V]], %[[A]]
func.func @select(%A: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %v = affine.if affine_set<(d0): (d0 - 4 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i - 4] : memref<?xf32>
      affine.yield %a : f32
    } else {
      affine.yield %z : f32
    }
    affine.store %v, %A[%i] : memref<?xf32>
  }
  return
}
