// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s

// Other elements of the array may be read while one of them holds a carried
// value, if bounds of loops or conditions say that they are others.

// `k < j`, and `j < i`: neither `A[i, k]` nor `A[k, j]` is `A[i, j]`. Nor is
// `A[j, j]`, which is read behind the loop.
// CHECK-LABEL: func @in_place
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-NOT: alloca
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.for %[[J:.*]] = 0
// CHECK-NEXT: affine.for %[[K:.*]] = 0
// CHECK-NEXT: %[[W:.*]] = affine.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: affine.load %[[A]][%[[I]], %[[K]]]
// CHECK-NEXT: affine.load %[[A]][%[[K]], %[[J]]]
// CHECK: %[[NEXT:.*]] = arith.subf %[[W]]
// CHECK-NEXT: affine.store %[[NEXT]], %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[END:.*]] = affine.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: %[[D:.*]] = affine.load %[[A]][%[[J]], %[[J]]]
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[END]], %[[D]]
// CHECK-NEXT: affine.store %[[Q]], %[[A]][%[[I]], %[[J]]]
func.func @in_place(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %end = affine.for %k = 0 to affine_map<(j) -> (j)>(%j) iter_args(%w = %a) -> f32 {
        %x = affine.load %A[%i, %k] : memref<?x?xf32>
        %y = affine.load %A[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %next = arith.subf %w, %p : f32
        affine.yield %next : f32
      }
      %d = affine.load %A[%j, %j] : memref<?x?xf32>
      %q = arith.divf %end, %d : f32
      affine.store %q, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Stored as it is, whatever it started with, also where a condition is around
// another access.
// CHECK-LABEL: func @stored
// CHECK-SAME: %[[Y:[a-z0-9]+]]: memref<?xf32>, %[[B:[a-z0-9]+]]: memref<?xf32>
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: %[[INIT:.*]] = affine.load %[[B]][%[[I]]]
// CHECK-NEXT: affine.store %[[INIT]], %[[Y]][%[[I]]]
// CHECK-NEXT: affine.for
// CHECK: affine.if
// CHECK: %[[NEXT:.*]] = arith.subf
// CHECK-NEXT: affine.store %[[NEXT]], %[[Y]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @stored(%y: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %init = affine.load %b[%i] : memref<?xf32>
    %end = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %init) -> f32 {
      affine.if affine_set<(k) : (k - 2 >= 0)>(%k) {
        %t = affine.load %y[%k - 2] : memref<?xf32>
        affine.store %t, %y[%k] : memref<?xf32>
      }
      %t = affine.load %y[%k] : memref<?xf32>
      %next = arith.subf %w, %t : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}

// The condition says that it is not `y[i]`.
// CHECK-LABEL: func @condition
// CHECK-SAME: %[[Y:[a-z0-9]+]]: memref<?xf32>
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: affine.for
// CHECK: affine.if
// CHECK: affine.store %{{.*}}, %[[Y]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: }
func.func @condition(%y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %init = affine.load %y[%i] : memref<?xf32>
    %end = affine.for %k = 0 to %n iter_args(%w = %init) -> f32 {
      affine.if affine_set<(k, i) : (k - i - 1 >= 0)>(%k, %i) {
        %t = affine.load %y[%k] : memref<?xf32>
        affine.store %t, %y[%k] : memref<?xf32>
      }
      %next = arith.addf %w, %w : f32
      affine.yield %next : f32
    }
    affine.store %end, %y[%i] : memref<?xf32>
  }
  return
}
