// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s

// A carried value that is stored behind its loop lives in that element: a sum in
// a register becomes the textbook `C[i][j] +=`.

// CHECK-LABEL: func @gemm
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x?xf32>, %[[C:.*]]: memref<?x?xf32>
func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %M: index, %N: index, %K: index) {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.0
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      // CHECK: affine.store %[[ZERO]], %[[C]][%[[I:.*]], %[[J:.*]]]
      // CHECK-NEXT: affine.for %{{.*}} = 0 to %{{[a-z0-9]+}} {
      // CHECK-NEXT: %[[ACC:.*]] = affine.load %[[C]][%[[I]], %[[J]]]
      // CHECK: %[[S:.*]] = arith.addf %[[ACC]], %{{.*}} : f32
      // CHECK-NEXT: affine.store %[[S]], %[[C]][%[[I]], %[[J]]]
      // CHECK-NEXT: }
      // CHECK-NEXT: }
      %r = affine.for %k = 0 to %K iter_args(%acc = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %acc, %p : f32
        affine.yield %s : f32
      }
      affine.store %r, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// The subscript may be computed behind the loop.
// CHECK-LABEL: func @late_subscript
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}} + 3]
// CHECK-NEXT: affine.for
func.func @late_subscript(%y: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %r = affine.for %k = 0 to %n iter_args(%acc = %zero) -> (f32) {
      %s = arith.addf %acc, %acc : f32
      affine.yield %s : f32
    }
    %f = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
    affine.store %r, %y[%f] : memref<?xf32>
  }
  return
}

// An initial value loaded from the element is there already; the inner loop's
// value stays in the outer loop's element.
// CHECK-LABEL: func @nested
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[B:.*]] = affine.load %[[Y:.*]][]
// CHECK-NEXT: %[[V:.*]] = affine.load
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[B]], %[[V]]
// CHECK-NEXT: affine.store %[[S]], %[[Y]][]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nested(%A: memref<?x?xf32>, %y: memref<f32>, %M: index, %N: index) {
  %i0 = affine.load %y[] : memref<f32>
  %r = affine.for %i = 0 to %M iter_args(%a = %i0) -> (f32) {
    %q = affine.for %j = 0 to %N iter_args(%b = %a) -> (f32) {
      %v = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.addf %b, %v : f32
      affine.yield %s : f32
    }
    affine.yield %q : f32
  }
  affine.store %r, %y[] : memref<f32>
  return
}
