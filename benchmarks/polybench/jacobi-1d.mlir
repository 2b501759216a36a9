// jacobi-1d: a 3-point stencil over A and B in turn.

func.func @jacobi_1d_f32(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?xf32> {polymem.shape = ["N"]},
    %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %third = arith.constant 0.33333 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %a_1 = affine.load %A[%i] : memref<?xf32>
      %sum = arith.addf %a, %a_1 : f32
      %a_2 = affine.load %A[%i + 1] : memref<?xf32>
      %sum_1 = arith.addf %sum, %a_2 : f32
      %next = arith.mulf %third, %sum_1 : f32
      affine.store %next, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %b = affine.load %B[%i - 1] : memref<?xf32>
      %b_1 = affine.load %B[%i] : memref<?xf32>
      %sum = arith.addf %b, %b_1 : f32
      %b_2 = affine.load %B[%i + 1] : memref<?xf32>
      %sum_1 = arith.addf %sum, %b_2 : f32
      %next = arith.mulf %third, %sum_1 : f32
      affine.store %next, %A[%i] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @jacobi_1d_f64(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?xf64> {polymem.shape = ["N"]},
    %B: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %third = arith.constant 0.33333 : f64
  %N = memref.dim %A, %c0 : memref<?xf64>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %a = affine.load %A[%i - 1] : memref<?xf64>
      %a_1 = affine.load %A[%i] : memref<?xf64>
      %sum = arith.addf %a, %a_1 : f64
      %a_2 = affine.load %A[%i + 1] : memref<?xf64>
      %sum_1 = arith.addf %sum, %a_2 : f64
      %next = arith.mulf %third, %sum_1 : f64
      affine.store %next, %B[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %b = affine.load %B[%i - 1] : memref<?xf64>
      %b_1 = affine.load %B[%i] : memref<?xf64>
      %sum = arith.addf %b, %b_1 : f64
      %b_2 = affine.load %B[%i + 1] : memref<?xf64>
      %sum_1 = arith.addf %sum, %b_2 : f64
      %next = arith.mulf %third, %sum_1 : f64
      affine.store %next, %A[%i] : memref<?xf64>
    }
  }
  return
}
