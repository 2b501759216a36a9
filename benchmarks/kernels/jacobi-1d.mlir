// jacobi-1d: T steps of a 3-point stencil, A and B in turn.

func.func @jacobi_1d_f32(
    %A: memref<?xf32> {polymem.shape = ["N"]},
    %B: memref<?xf32> {polymem.shape = ["N"]},
    %T: index {polymem.param = "T"}) {
  %c0 = arith.constant 0 : index
  %third = arith.constant 0.33333 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %l = affine.load %A[%i - 1] : memref<?xf32>
      %m = affine.load %A[%i] : memref<?xf32>
      %r = affine.load %A[%i + 1] : memref<?xf32>
      %lm = arith.addf %l, %m : f32
      %sum = arith.addf %lm, %r : f32
      %mean = arith.mulf %third, %sum : f32
      affine.store %mean, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %l = affine.load %B[%i - 1] : memref<?xf32>
      %m = affine.load %B[%i] : memref<?xf32>
      %r = affine.load %B[%i + 1] : memref<?xf32>
      %lm = arith.addf %l, %m : f32
      %sum = arith.addf %lm, %r : f32
      %mean = arith.mulf %third, %sum : f32
      affine.store %mean, %A[%i] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @jacobi_1d_f64(
    %A: memref<?xf64> {polymem.shape = ["N"]},
    %B: memref<?xf64> {polymem.shape = ["N"]},
    %T: index {polymem.param = "T"}) {
  %c0 = arith.constant 0 : index
  %third = arith.constant 0.33333 : f64
  %N = memref.dim %A, %c0 : memref<?xf64>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %l = affine.load %A[%i - 1] : memref<?xf64>
      %m = affine.load %A[%i] : memref<?xf64>
      %r = affine.load %A[%i + 1] : memref<?xf64>
      %lm = arith.addf %l, %m : f64
      %sum = arith.addf %lm, %r : f64
      %mean = arith.mulf %third, %sum : f64
      affine.store %mean, %B[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %l = affine.load %B[%i - 1] : memref<?xf64>
      %m = affine.load %B[%i] : memref<?xf64>
      %r = affine.load %B[%i + 1] : memref<?xf64>
      %lm = arith.addf %l, %m : f64
      %sum = arith.addf %lm, %r : f64
      %mean = arith.mulf %third, %sum : f64
      affine.store %mean, %A[%i] : memref<?xf64>
    }
  }
  return
}
