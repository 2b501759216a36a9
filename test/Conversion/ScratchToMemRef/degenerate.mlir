// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s

// Arrays without dimensions, buffers of one cell, copies of nothing, and a set
// that only the array bounds.

#cell = #scratch.mapping<() -> (), extents = () -> ()>
#one = #scratch.mapping<(d0) -> (), extents = () -> ()>
#if = affine_set<()[s0] : (s0 >= 0)>
#first = affine_set<(d0) : (d0 == 0)>
#rest = affine_set<(d0)[s0] : (d0 - s0 >= 0)>

// CHECK-LABEL: func @scalar
// CHECK-SAME: %[[S:[a-z0-9]+]]: index, %[[A:[a-z0-9]+]]: memref<i32>
func.func @scalar(%s: index, %A: memref<i32>) {
  // CHECK: %[[B:.*]] = memref.alloca() : memref<i32>
  %b = scratch.alloc() : memref<i32, #cell>
  // CHECK: affine.if #{{.*}}()[%[[S]]]
  // CHECK-NEXT: %[[X:.*]] = affine.load %[[A]][]
  // CHECK-NEXT: affine.store %[[X]], %[[B]][]
  scratch.copy_in %A to %b over [#if](%s) : memref<i32> to memref<i32, #cell>
  // CHECK-NOT: affine.store
  scratch.copy_out %b to %A over [](%s) : memref<i32, #cell> to memref<i32>
  return
}

// CHECK-LABEL: func @one_cell
func.func @one_cell(%n: index, %A: memref<?xf32>) -> f32 {
  %b = scratch.alloc(%n) : memref<?xf32, #one>
  // CHECK: %[[X:.*]] = affine.load %{{.*}}[0] : memref<?xf32>
  // CHECK: affine.store %[[X]], %{{.*}}[] : memref<f32>
  scratch.copy_in %A to %b over [#first]() : memref<?xf32> to memref<?xf32, #one>
  // CHECK: affine.load %{{.*}}[] : memref<f32>
  %x = affine.load %b[3] : memref<?xf32, #one>
  return %x : f32
}

// CHECK-LABEL: func @unbounded_set
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @unbounded_set(%n: index, %i: index, %A: memref<?xf32>) {
  %b = scratch.alloc(%n) : memref<?xf32, #one>
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]]
  // CHECK: scf.if
  scratch.copy_in %A to %b over [#rest](%i) : memref<?xf32> to memref<?xf32, #one>
  return
}
