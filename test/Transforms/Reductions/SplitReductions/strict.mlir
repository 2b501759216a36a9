// With `strict`, that no reduction is split is an error with the reason.

// RUN: polymem-opt %s --polymem-split-reductions=strict -split-input-file -verify-diagnostics

func.func @order_kept(%A: memref<?xf32>, %S: memref<f32>, %n: index) {
  // expected-error @below {{polymem-split-reductions: a reduction of floating-point numbers keeps its order}}
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

// -----

// expected-error @below {{polymem-split-reductions: there is no reduction to split}}
func.func @none(%A: memref<?xf32>, %n: index) {
  %x = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// One of two is enough.
func.func @split(%A: memref<?xi32>, %S: memref<i32>, %B: memref<?xf32>, %T: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %B[%i] : memref<?xf32>
    %s = affine.load %T[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %T[] : memref<f32>
  }
  return
}
