// gemm: C = alpha * A * B + beta * C, row by row, with j innermost.

func.func @gemm_f32(
    %alpha: f32,
    %beta: f32,
    %C: memref<?x?xf32> {polymem.shape = ["NI", "NJ"]},
    %A: memref<?x?xf32> {polymem.shape = ["NI", "NK"]},
    %B: memref<?x?xf32> {polymem.shape = ["NK", "NJ"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %NI = memref.dim %C, %c0 : memref<?x?xf32>
  %NJ = memref.dim %C, %c1 : memref<?x?xf32>
  %NK = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NJ {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %next = arith.mulf %c, %beta : f32
      affine.store %next, %C[%i, %j] : memref<?x?xf32>
    }
    affine.for %k = 0 to %NK {
      affine.for %j = 0 to %NJ {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %prod = arith.mulf %alpha, %a : f32
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod_1 = arith.mulf %prod, %b : f32
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

func.func @gemm_f64(
    %alpha: f64,
    %beta: f64,
    %C: memref<?x?xf64> {polymem.shape = ["NI", "NJ"]},
    %A: memref<?x?xf64> {polymem.shape = ["NI", "NK"]},
    %B: memref<?x?xf64> {polymem.shape = ["NK", "NJ"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %NI = memref.dim %C, %c0 : memref<?x?xf64>
  %NJ = memref.dim %C, %c1 : memref<?x?xf64>
  %NK = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NJ {
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %next = arith.mulf %c, %beta : f64
      affine.store %next, %C[%i, %j] : memref<?x?xf64>
    }
    affine.for %k = 0 to %NK {
      affine.for %j = 0 to %NJ {
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod_1 = arith.mulf %prod, %b : f64
        %next = arith.addf %c, %prod_1 : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
