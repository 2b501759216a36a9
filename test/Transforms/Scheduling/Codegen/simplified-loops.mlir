// RUN: polymem-opt %s -polymem-codegen | FileCheck %s

// Conditions become bounds, loops of one iteration disappear, unreachable code is
// not generated.

// CHECK-LABEL: func @condition
// CHECK-NEXT: affine.for %[[I:.*]] = 4 to %{{.*}} {
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @condition(%A: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @one_iteration
// CHECK-NOT: affine.for
// CHECK: affine.store
// CHECK-NOT: affine.store
// CHECK: return
func.func @one_iteration(%A: memref<?xf32>, %x: f32) {
  affine.for %i = 3 to 6 step 5 {
    affine.store %x, %A[%i] : memref<?xf32>
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      affine.store %x, %A[%i + 1] : memref<?xf32>
    }
  }
  return
}
