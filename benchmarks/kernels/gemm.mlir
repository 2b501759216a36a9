// gemm: C = alpha * A * B + beta * C.
//
// S1 scales C before the reduction loop, so the nest is imperfect: the usual
// case for which tiling has to distribute point loops over statements.

func.func @gemm_f32(%alpha: f32, %beta: f32,
    %A: memref<?x?xf32> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %scaled = arith.mulf %c, %beta : f32
      affine.store %scaled, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %sum = affine.load %C[%i, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %aab = arith.mulf %alpha, %ab : f32
        %next = arith.addf %sum, %aab : f32
        affine.store %next, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// The reduction carried in a register.
func.func @gemm_iter_args_f32(%alpha: f32, %beta: f32,
    %A: memref<?x?xf32> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %scaled = arith.mulf %c, %beta : f32
      %total = affine.for %k = 0 to %K iter_args(%sum = %scaled) -> f32 {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %aab = arith.mulf %alpha, %ab : f32
        %next = arith.addf %sum, %aab : f32
        affine.yield %next : f32
      }
      affine.store %total, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @gemm_f64(%alpha: f64, %beta: f64,
    %A: memref<?x?xf64> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf64> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf64>
  %N = memref.dim %C, %c1 : memref<?x?xf64>
  %K = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %scaled = arith.mulf %c, %beta : f64
      affine.store %scaled, %C[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %sum = affine.load %C[%i, %j] : memref<?x?xf64>
        %ab = arith.mulf %a, %b : f64
        %aab = arith.mulf %alpha, %ab : f64
        %next = arith.addf %sum, %aab : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// The reduction carried in a register.
func.func @gemm_iter_args_f64(%alpha: f64, %beta: f64,
    %A: memref<?x?xf64> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf64> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf64>
  %N = memref.dim %C, %c1 : memref<?x?xf64>
  %K = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %scaled = arith.mulf %c, %beta : f64
      %total = affine.for %k = 0 to %K iter_args(%sum = %scaled) -> f64 {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %ab = arith.mulf %a, %b : f64
        %aab = arith.mulf %alpha, %ab : f64
        %next = arith.addf %sum, %aab : f64
        affine.yield %next : f64
      }
      affine.store %total, %C[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
