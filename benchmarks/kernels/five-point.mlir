// five-point: one step of a stencil of five points, from one array into another.

func.func @five_point_f32(
    %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fifth = arith.constant 0.2 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
    affine.for %j = 1 to affine_map<()[M] -> (M - 1)>()[%M] {
      %c = affine.load %A[%i, %j] : memref<?x?xf32>
      %w = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %e = affine.load %A[%i, %j + 1] : memref<?x?xf32>
      %s = affine.load %A[%i + 1, %j] : memref<?x?xf32>
      %n = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %cw = arith.addf %c, %w : f32
      %cwe = arith.addf %cw, %e : f32
      %cwes = arith.addf %cwe, %s : f32
      %sum = arith.addf %cwes, %n : f32
      %mean = arith.mulf %fifth, %sum : f32
      affine.store %mean, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @five_point_f64(
    %A: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %B: memref<?x?xf64> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fifth = arith.constant 0.2 : f64
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  %M = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
    affine.for %j = 1 to affine_map<()[M] -> (M - 1)>()[%M] {
      %c = affine.load %A[%i, %j] : memref<?x?xf64>
      %w = affine.load %A[%i, %j - 1] : memref<?x?xf64>
      %e = affine.load %A[%i, %j + 1] : memref<?x?xf64>
      %s = affine.load %A[%i + 1, %j] : memref<?x?xf64>
      %n = affine.load %A[%i - 1, %j] : memref<?x?xf64>
      %cw = arith.addf %c, %w : f64
      %cwe = arith.addf %cw, %e : f64
      %cwes = arith.addf %cwe, %s : f64
      %sum = arith.addf %cwes, %n : f64
      %mean = arith.mulf %fifth, %sum : f64
      affine.store %mean, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
