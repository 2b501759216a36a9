// symm: C = alpha * A * B + beta * C with A symmetric: only its lower triangle is
// used.

func.func @symm_f32(
    %alpha: f32,
    %beta: f32,
    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %A: memref<?x?xf32> {polymem.shape = ["M", "M"]},
    %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %temp2_end = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%temp2 = %zero) -> f32 {
        %c = affine.load %C[%k, %j] : memref<?x?xf32>
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        %prod = arith.mulf %alpha, %b : f32
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %prod_1 = arith.mulf %prod, %a : f32
        %next = arith.addf %c, %prod_1 : f32
        affine.store %next, %C[%k, %j] : memref<?x?xf32>
        %b_1 = affine.load %B[%k, %j] : memref<?x?xf32>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf32>
        %prod_2 = arith.mulf %b_1, %a_1 : f32
        %temp2_1 = arith.addf %temp2, %prod_2 : f32
        affine.yield %temp2_1 : f32
      }
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %prod = arith.mulf %beta, %c : f32
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %prod_1 = arith.mulf %alpha, %b : f32
      %a = affine.load %A[%i, %i] : memref<?x?xf32>
      %prod_2 = arith.mulf %prod_1, %a : f32
      %sum = arith.addf %prod, %prod_2 : f32
      %prod_3 = arith.mulf %alpha, %temp2_end : f32
      %next = arith.addf %sum, %prod_3 : f32
      affine.store %next, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @symm_f64(
    %alpha: f64,
    %beta: f64,
    %C: memref<?x?xf64> {polymem.shape = ["M", "N"]},
    %A: memref<?x?xf64> {polymem.shape = ["M", "M"]},
    %B: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %C, %c0 : memref<?x?xf64>
  %N = memref.dim %C, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %temp2_end = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%temp2 = %zero) -> f64 {
        %c = affine.load %C[%k, %j] : memref<?x?xf64>
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %prod = arith.mulf %alpha, %b : f64
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod_1 = arith.mulf %prod, %a : f64
        %next = arith.addf %c, %prod_1 : f64
        affine.store %next, %C[%k, %j] : memref<?x?xf64>
        %b_1 = affine.load %B[%k, %j] : memref<?x?xf64>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod_2 = arith.mulf %b_1, %a_1 : f64
        %temp2_1 = arith.addf %temp2, %prod_2 : f64
        affine.yield %temp2_1 : f64
      }
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %beta, %c : f64
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %prod_1 = arith.mulf %alpha, %b : f64
      %a = affine.load %A[%i, %i] : memref<?x?xf64>
      %prod_2 = arith.mulf %prod_1, %a : f64
      %sum = arith.addf %prod, %prod_2 : f64
      %prod_3 = arith.mulf %alpha, %temp2_end : f64
      %next = arith.addf %sum, %prod_3 : f64
      affine.store %next, %C[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
