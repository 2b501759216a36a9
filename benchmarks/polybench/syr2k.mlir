// syr2k: C = alpha * (A * B^T + B * A^T) + beta * C, the lower triangle.

func.func @syr2k_f32(
    %alpha: f32,
    %beta: f32,
    %C: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %C, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %next = arith.mulf %c, %beta : f32
      affine.store %next, %C[%i, %j] : memref<?x?xf32>
    }
    affine.for %k = 0 to %M {
      affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%j, %k] : memref<?x?xf32>
        %prod = arith.mulf %a, %alpha : f32
        %b = affine.load %B[%i, %k] : memref<?x?xf32>
        %prod_1 = arith.mulf %prod, %b : f32
        %b_1 = affine.load %B[%j, %k] : memref<?x?xf32>
        %prod_2 = arith.mulf %b_1, %alpha : f32
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf32>
        %prod_3 = arith.mulf %prod_2, %a_1 : f32
        %sum = arith.addf %prod_1, %prod_3 : f32
        %next = arith.addf %c, %sum : f32
        affine.store %next, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @syr2k_f64(
    %alpha: f64,
    %beta: f64,
    %C: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %A: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %B: memref<?x?xf64> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %C, %c0 : memref<?x?xf64>
  %M = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %next = arith.mulf %c, %beta : f64
      affine.store %next, %C[%i, %j] : memref<?x?xf64>
    }
    affine.for %k = 0 to %M {
      affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%j, %k] : memref<?x?xf64>
        %prod = arith.mulf %a, %alpha : f64
        %b = affine.load %B[%i, %k] : memref<?x?xf64>
        %prod_1 = arith.mulf %prod, %b : f64
        %b_1 = affine.load %B[%j, %k] : memref<?x?xf64>
        %prod_2 = arith.mulf %b_1, %alpha : f64
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod_3 = arith.mulf %prod_2, %a_1 : f64
        %sum = arith.addf %prod_1, %prod_3 : f64
        %next = arith.addf %c, %sum : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
