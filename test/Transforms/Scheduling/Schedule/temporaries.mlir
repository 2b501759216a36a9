// RUN: polymem-opt %s --polymem-schedule | FileCheck %s

// A scalar that every iteration uses anew does not keep them from being
// parallel: each gets one of its own.

// CHECK-LABEL: func @scalar
// CHECK: affine.for
// CHECK-NEXT: memref.alloca() : memref<f32>
// CHECK: affine.for
// CHECK: } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
func.func @scalar(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    affine.store %zero, %t[] : memref<f32>
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %t[] : memref<f32>
      %r = arith.addf %s, %x : f32
      affine.store %r, %t[] : memref<f32>
    }
    %v = affine.load %t[] : memref<f32>
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}

// The same through a value that a loop carries.
// CHECK-LABEL: func @carried
// CHECK: affine.for
// CHECK: parallel = true
func.func @carried(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %sum = affine.for %j = 0 to %m iter_args(%s = %zero) -> f32 {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %r = arith.addf %s, %x : f32
      affine.yield %r : f32
    }
    %w = arith.mulf %sum, %sum : f32
    affine.store %w, %B[%i] : memref<?xf32>
  }
  return
}

// A value that outlives its iteration: no loop is parallel.
// CHECK-LABEL: func @lives_on
// CHECK-NOT: parallel = true
// CHECK: return
func.func @lives_on(%A: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<f32>
  affine.store %zero, %t[] : memref<f32>
  affine.for %i = 0 to %n {
    %s = affine.load %t[] : memref<f32>
    %x = affine.load %A[%i] : memref<?xf32>
    %r = arith.addf %s, %x : f32
    affine.store %s, %A[%i] : memref<?xf32>
    affine.store %r, %t[] : memref<f32>
  }
  return
}
