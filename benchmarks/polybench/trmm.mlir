// trmm: B = alpha * A^T * B with A lower triangular and ones on its diagonal.

func.func @trmm_f32(
    %alpha: f32,
    %A: memref<?x?xf32> {polymem.shape = ["M", "M"]},
    %B: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to %M {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b_1 = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a, %b_1 : f32
        %next = arith.addf %b, %prod : f32
        affine.store %next, %B[%i, %j] : memref<?x?xf32>
      }
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %next = arith.mulf %alpha, %b : f32
      affine.store %next, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @trmm_f64(
    %alpha: f64,
    %A: memref<?x?xf64> {polymem.shape = ["M", "M"]},
    %B: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %N = memref.dim %B, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to %M {
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%k, %i] : memref<?x?xf64>
        %b_1 = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a, %b_1 : f64
        %next = arith.addf %b, %prod : f64
        affine.store %next, %B[%i, %j] : memref<?x?xf64>
      }
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %next = arith.mulf %alpha, %b : f64
      affine.store %next, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
