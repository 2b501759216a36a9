// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s

// Where the element cannot hold the value during the loop, it gets a cell.

// The array is read in the loop.
// CHECK-LABEL: func @read_in_loop
// CHECK-SAME: (%[[Y:[^:]+]]: memref<?xf32>
// CHECK: affine.for
// CHECK-NEXT: %[[CELL:.*]] = memref.alloca() : memref<f32>
// CHECK-NEXT: affine.store %{{.*}}, %[[CELL]][]
// CHECK-NEXT: affine.for
// CHECK: }
// CHECK-NEXT: %[[R:.*]] = affine.load %[[CELL]][]
// CHECK-NEXT: affine.store %[[R]], %[[Y]][%{{.*}}]
func.func @read_in_loop(%y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %r = affine.for %k = 0 to %n iter_args(%acc = %zero) -> (f32) {
      %v = affine.load %y[%k] : memref<?xf32>
      %s = arith.addf %acc, %v : f32
      affine.yield %s : f32
    }
    affine.store %r, %y[%i] : memref<?xf32>
  }
  return
}

// The array is read between the loop and the store.
// CHECK-LABEL: func @read_behind_loop
// CHECK: memref.alloca
func.func @read_behind_loop(%y: memref<?xf32>, %z: memref<f32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %k = 0 to %n iter_args(%acc = %zero) -> (f32) {
    %s = arith.addf %acc, %acc : f32
    affine.yield %s : f32
  }
  %old = affine.load %y[0] : memref<?xf32>
  affine.store %old, %z[] : memref<f32>
  affine.store %r, %y[0] : memref<?xf32>
  return
}

// A view of the array is written in the loop.
// CHECK-LABEL: func @view
// CHECK: memref.alloca
func.func @view(%y: memref<8xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %view = memref.cast %y : memref<8xf32> to memref<?xf32>
  %r = affine.for %k = 0 to 8 iter_args(%acc = %zero) -> (f32) {
    %s = arith.addf %acc, %acc : f32
    affine.store %s, %view[%k] : memref<?xf32>
    affine.yield %s : f32
  }
  affine.store %r, %y[0] : memref<8xf32>
  return
}

// What a call does is not known.
func.func private @unknown()
// CHECK-LABEL: func @call
// CHECK: memref.alloca
func.func @call(%y: memref<f32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %k = 0 to %n iter_args(%acc = %zero) -> (f32) {
    %s = arith.addf %acc, %acc : f32
    func.call @unknown() : () -> ()
    affine.yield %s : f32
  }
  affine.store %r, %y[] : memref<f32>
  return
}

// Values that change places are all loaded before any is stored; what is not
// changed is not stored.
// CHECK-LABEL: func @rotated
// CHECK: %[[A:.*]] = memref.alloca() : memref<f32>
// CHECK-NEXT: %[[B:.*]] = memref.alloca() : memref<f32>
// CHECK: affine.for
// CHECK-NEXT: %[[VA:.*]] = affine.load %[[A]][]
// CHECK-NEXT: %[[VB:.*]] = affine.load %[[B]][]
// CHECK-NEXT: affine.store %[[VB]], %[[A]][]
// CHECK-NEXT: affine.store %[[VA]], %[[B]][]
// CHECK-NEXT: }
func.func @rotated(%n: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0 : f32
  %r:3 = affine.for %i = 0 to %n iter_args(%a = %c0, %b = %c1, %c = %c1) -> (f32, f32, f32) {
    affine.yield %b, %a, %c : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}
