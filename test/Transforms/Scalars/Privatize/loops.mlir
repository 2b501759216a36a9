// RUN: polymem-opt %s --polymem-privatize | FileCheck %s
// RUN: polymem-opt %s --polymem-privatize=max-isl-operations=20 | FileCheck %s --check-prefix=BUDGET

// A temporary goes into the loops of which no iteration reads another's values.

// Into the loop over i, not into that over j, which sums up in it.
// CHECK-LABEL: func @sum
// CHECK: affine.for
// CHECK-NEXT: memref.alloca() : memref<f32>
// CHECK: affine.for
// BUDGET-LABEL: func @sum
// BUDGET: memref.alloca
// BUDGET: affine.for
func.func @sum(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index, %m: index) {
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

// An array, and a condition around all its uses.
// CHECK-LABEL: func @condition
// CHECK: affine.for
// CHECK-NEXT: affine.if
// CHECK-NEXT: memref.alloca() : memref<4xf32>
func.func @condition(%A: memref<?xf32>, %n: index) {
  %t = memref.alloca() : memref<4xf32>
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.for %j = 0 to 4 {
        %x = affine.load %A[%i] : memref<?xf32>
        affine.store %x, %t[%j] : memref<4xf32>
      }
      affine.for %j = 0 to 4 {
        %x = affine.load %t[3 - %j] : memref<4xf32>
        affine.store %x, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}

// What an iteration reads, the one before has written.
// CHECK-LABEL: func @carried
// CHECK: memref.alloca
// CHECK: affine.for
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @carried(%A: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<f32>
  affine.store %zero, %t[] : memref<f32>
  affine.for %i = 0 to %n {
    %s = affine.load %t[] : memref<f32>
    affine.store %s, %A[%i] : memref<?xf32>
    affine.store %s, %t[] : memref<f32>
  }
  return
}

// The same with all uses in the loop: the first iteration reads nothing.
// CHECK-LABEL: func @previous
// CHECK: memref.alloca
// CHECK: affine.for
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @previous(%A: memref<?xf32>, %n: index) {
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %s = affine.load %t[] : memref<f32>
      affine.store %s, %A[%i - 1] : memref<?xf32>
    }
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %t[] : memref<f32>
  }
  return
}

// Of two loops that use it neither contains it.
// CHECK-LABEL: func @two_loops
// CHECK: memref.alloca
// CHECK: affine.for
func.func @two_loops(%A: memref<?xf32>, %n: index) {
  %t = memref.alloca() : memref<8xf32>
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %t[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %t[%i] : memref<8xf32>
    affine.store %x, %A[7 - %i] : memref<?xf32>
  }
  return
}

// Somebody else may look at it.
// CHECK-LABEL: func @escapes
// CHECK: memref.alloca
// CHECK: affine.for
func.func private @use(memref<f32>)
func.func @escapes(%n: index) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloca() : memref<f32>
  affine.for %i = 0 to %n {
    affine.store %zero, %t[] : memref<f32>
    func.call @use(%t) : (memref<f32>) -> ()
  }
  return
}
