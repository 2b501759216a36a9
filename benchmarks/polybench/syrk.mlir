// syrk: C = alpha * A * A^T + beta * C, the lower triangle.

func.func @syrk_f32(
    %alpha: f32,
    %beta: f32,
    %C: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %A: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
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
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %prod = arith.mulf %alpha, %a : f32
        %a_1 = affine.load %A[%j, %k] : memref<?x?xf32>
        %prod_1 = arith.mulf %prod, %a_1 : f32
        %next = arith.addf %c, %prod_1 : f32
        affine.store %next, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @syrk_f64(
    %alpha: f64,
    %beta: f64,
    %C: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %A: memref<?x?xf64> {polymem.shape = ["N", "M"]}) {
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
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod = arith.mulf %alpha, %a : f64
        %a_1 = affine.load %A[%j, %k] : memref<?x?xf64>
        %prod_1 = arith.mulf %prod, %a_1 : f64
        %next = arith.addf %c, %prod_1 : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
