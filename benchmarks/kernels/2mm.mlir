// 2mm: D = alpha * A * B * C + beta * D. The product A * B is a temporary: its
// array is not a result of the function.

func.func @two_mm_f32(%alpha: f32, %beta: f32,
    %tmp: memref<?x?xf32> {polymem.shape = ["M", "N"], polymem.dead_out},
    %A: memref<?x?xf32> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf32> {polymem.shape = ["N", "L"]},
    %D: memref<?x?xf32> {polymem.shape = ["M", "L"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %D, %c0 : memref<?x?xf32>
  %L = memref.dim %D, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.store %zero, %tmp[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %sum = affine.load %tmp[%i, %j] : memref<?x?xf32>
        %aa = arith.mulf %alpha, %a : f32
        %aab = arith.mulf %aa, %b : f32
        %next = arith.addf %sum, %aab : f32
        affine.store %next, %tmp[%i, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %L {
      %d = affine.load %D[%i, %j] : memref<?x?xf32>
      %scaled = arith.mulf %d, %beta : f32
      affine.store %scaled, %D[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %N {
        %t = affine.load %tmp[%i, %k] : memref<?x?xf32>
        %c = affine.load %C[%k, %j] : memref<?x?xf32>
        %sum = affine.load %D[%i, %j] : memref<?x?xf32>
        %tc = arith.mulf %t, %c : f32
        %next = arith.addf %sum, %tc : f32
        affine.store %next, %D[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @two_mm_f64(%alpha: f64, %beta: f64,
    %tmp: memref<?x?xf64> {polymem.shape = ["M", "N"], polymem.dead_out},
    %A: memref<?x?xf64> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf64> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf64> {polymem.shape = ["N", "L"]},
    %D: memref<?x?xf64> {polymem.shape = ["M", "L"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %D, %c0 : memref<?x?xf64>
  %L = memref.dim %D, %c1 : memref<?x?xf64>
  %K = memref.dim %A, %c1 : memref<?x?xf64>
  %N = memref.dim %B, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.store %zero, %tmp[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %sum = affine.load %tmp[%i, %j] : memref<?x?xf64>
        %aa = arith.mulf %alpha, %a : f64
        %aab = arith.mulf %aa, %b : f64
        %next = arith.addf %sum, %aab : f64
        affine.store %next, %tmp[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %L {
      %d = affine.load %D[%i, %j] : memref<?x?xf64>
      %scaled = arith.mulf %d, %beta : f64
      affine.store %scaled, %D[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %N {
        %t = affine.load %tmp[%i, %k] : memref<?x?xf64>
        %c = affine.load %C[%k, %j] : memref<?x?xf64>
        %sum = affine.load %D[%i, %j] : memref<?x?xf64>
        %tc = arith.mulf %t, %c : f64
        %next = arith.addf %sum, %tc : f64
        affine.store %next, %D[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
