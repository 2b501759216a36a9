// 2mm: D = alpha * A * B * C + beta * D. The product of A and B is a temporary.

func.func @two_mm_f32(
    %alpha: f32,
    %beta: f32,
    %tmp: memref<?x?xf32> {polymem.shape = ["NI", "NJ"], polymem.dead_out},
    %A: memref<?x?xf32> {polymem.shape = ["NI", "NK"]},
    %B: memref<?x?xf32> {polymem.shape = ["NK", "NJ"]},
    %C: memref<?x?xf32> {polymem.shape = ["NJ", "NL"]},
    %D: memref<?x?xf32> {polymem.shape = ["NI", "NL"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %NI = memref.dim %tmp, %c0 : memref<?x?xf32>
  %NJ = memref.dim %tmp, %c1 : memref<?x?xf32>
  %NK = memref.dim %A, %c1 : memref<?x?xf32>
  %NL = memref.dim %C, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NJ {
      affine.store %zero, %tmp[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %NK {
        %tmp_1 = affine.load %tmp[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %prod = arith.mulf %alpha, %a : f32
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod_1 = arith.mulf %prod, %b : f32
        %next = arith.addf %tmp_1, %prod_1 : f32
        affine.store %next, %tmp[%i, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NL {
      %d = affine.load %D[%i, %j] : memref<?x?xf32>
      %next = arith.mulf %d, %beta : f32
      affine.store %next, %D[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %NJ {
        %d_1 = affine.load %D[%i, %j] : memref<?x?xf32>
        %tmp_1 = affine.load %tmp[%i, %k] : memref<?x?xf32>
        %c = affine.load %C[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %tmp_1, %c : f32
        %next_1 = arith.addf %d_1, %prod : f32
        affine.store %next_1, %D[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @two_mm_f64(
    %alpha: f64,
    %beta: f64,
    %tmp: memref<?x?xf64> {polymem.shape = ["NI", "NJ"], polymem.dead_out},
    %A: memref<?x?xf64> {polymem.shape = ["NI", "NK"]},
    %B: memref<?x?xf64> {polymem.shape = ["NK", "NJ"]},
    %C: memref<?x?xf64> {polymem.shape = ["NJ", "NL"]},
    %D: memref<?x?xf64> {polymem.shape = ["NI", "NL"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %NI = memref.dim %tmp, %c0 : memref<?x?xf64>
  %NJ = memref.dim %tmp, %c1 : memref<?x?xf64>
  %NK = memref.dim %A, %c1 : memref<?x?xf64>
  %NL = memref.dim %C, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NJ {
      affine.store %zero, %tmp[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %NK {
        %tmp_1 = affine.load %tmp[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod = arith.mulf %alpha, %a : f64
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod_1 = arith.mulf %prod, %b : f64
        %next = arith.addf %tmp_1, %prod_1 : f64
        affine.store %next, %tmp[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NL {
      %d = affine.load %D[%i, %j] : memref<?x?xf64>
      %next = arith.mulf %d, %beta : f64
      affine.store %next, %D[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %NJ {
        %d_1 = affine.load %D[%i, %j] : memref<?x?xf64>
        %tmp_1 = affine.load %tmp[%i, %k] : memref<?x?xf64>
        %c = affine.load %C[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %tmp_1, %c : f64
        %next_1 = arith.addf %d_1, %prod : f64
        affine.store %next_1, %D[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
