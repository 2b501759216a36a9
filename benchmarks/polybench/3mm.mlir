// 3mm: G = (A * B) * (C * D); both inner products are temporaries.

func.func @three_mm_f32(
    %E: memref<?x?xf32> {polymem.shape = ["NI", "NJ"], polymem.dead_out},
    %A: memref<?x?xf32> {polymem.shape = ["NI", "NK"]},
    %B: memref<?x?xf32> {polymem.shape = ["NK", "NJ"]},
    %F: memref<?x?xf32> {polymem.shape = ["NJ", "NL"], polymem.dead_out},
    %C: memref<?x?xf32> {polymem.shape = ["NJ", "NM"]},
    %D: memref<?x?xf32> {polymem.shape = ["NM", "NL"]},
    %G: memref<?x?xf32> {polymem.shape = ["NI", "NL"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %NI = memref.dim %E, %c0 : memref<?x?xf32>
  %NJ = memref.dim %E, %c1 : memref<?x?xf32>
  %NK = memref.dim %A, %c1 : memref<?x?xf32>
  %NL = memref.dim %F, %c1 : memref<?x?xf32>
  %NM = memref.dim %C, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NJ {
      affine.store %zero, %E[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %NK {
        %e = affine.load %E[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a, %b : f32
        %next = arith.addf %e, %prod : f32
        affine.store %next, %E[%i, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %NJ {
    affine.for %j = 0 to %NL {
      affine.store %zero, %F[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %NM {
        %f = affine.load %F[%i, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %k] : memref<?x?xf32>
        %d = affine.load %D[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %c, %d : f32
        %next = arith.addf %f, %prod : f32
        affine.store %next, %F[%i, %j] : memref<?x?xf32>
      }
    }
  }
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NL {
      affine.store %zero, %G[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %NJ {
        %g = affine.load %G[%i, %j] : memref<?x?xf32>
        %e = affine.load %E[%i, %k] : memref<?x?xf32>
        %f = affine.load %F[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %e, %f : f32
        %next = arith.addf %g, %prod : f32
        affine.store %next, %G[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @three_mm_f64(
    %E: memref<?x?xf64> {polymem.shape = ["NI", "NJ"], polymem.dead_out},
    %A: memref<?x?xf64> {polymem.shape = ["NI", "NK"]},
    %B: memref<?x?xf64> {polymem.shape = ["NK", "NJ"]},
    %F: memref<?x?xf64> {polymem.shape = ["NJ", "NL"], polymem.dead_out},
    %C: memref<?x?xf64> {polymem.shape = ["NJ", "NM"]},
    %D: memref<?x?xf64> {polymem.shape = ["NM", "NL"]},
    %G: memref<?x?xf64> {polymem.shape = ["NI", "NL"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %NI = memref.dim %E, %c0 : memref<?x?xf64>
  %NJ = memref.dim %E, %c1 : memref<?x?xf64>
  %NK = memref.dim %A, %c1 : memref<?x?xf64>
  %NL = memref.dim %F, %c1 : memref<?x?xf64>
  %NM = memref.dim %C, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NJ {
      affine.store %zero, %E[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %NK {
        %e = affine.load %E[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a, %b : f64
        %next = arith.addf %e, %prod : f64
        affine.store %next, %E[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %NJ {
    affine.for %j = 0 to %NL {
      affine.store %zero, %F[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %NM {
        %f = affine.load %F[%i, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %k] : memref<?x?xf64>
        %d = affine.load %D[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %c, %d : f64
        %next = arith.addf %f, %prod : f64
        affine.store %next, %F[%i, %j] : memref<?x?xf64>
      }
    }
  }
  affine.for %i = 0 to %NI {
    affine.for %j = 0 to %NL {
      affine.store %zero, %G[%i, %j] : memref<?x?xf64>
      affine.for %k = 0 to %NJ {
        %g = affine.load %G[%i, %j] : memref<?x?xf64>
        %e = affine.load %E[%i, %k] : memref<?x?xf64>
        %f = affine.load %F[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %e, %f : f64
        %next = arith.addf %g, %prod : f64
        affine.store %next, %G[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
