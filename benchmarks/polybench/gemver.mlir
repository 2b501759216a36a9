// gemver: A += u1 * v1^T + u2 * v2^T, x += beta * A^T * y + z, w += alpha * A * x.

func.func @gemver_f32(
    %alpha: f32,
    %beta: f32,
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %u1: memref<?xf32> {polymem.shape = ["N"]},
    %v1: memref<?xf32> {polymem.shape = ["N"]},
    %u2: memref<?xf32> {polymem.shape = ["N"]},
    %v2: memref<?xf32> {polymem.shape = ["N"]},
    %w: memref<?xf32> {polymem.shape = ["N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]},
    %z: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %u1_1 = affine.load %u1[%i] : memref<?xf32>
      %v1_1 = affine.load %v1[%j] : memref<?xf32>
      %prod = arith.mulf %u1_1, %v1_1 : f32
      %sum = arith.addf %a, %prod : f32
      %u2_1 = affine.load %u2[%i] : memref<?xf32>
      %v2_1 = affine.load %v2[%j] : memref<?xf32>
      %prod_1 = arith.mulf %u2_1, %v2_1 : f32
      %next = arith.addf %sum, %prod_1 : f32
      affine.store %next, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x_1 = affine.load %x[%i] : memref<?xf32>
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %prod = arith.mulf %beta, %a : f32
      %y_1 = affine.load %y[%j] : memref<?xf32>
      %prod_1 = arith.mulf %prod, %y_1 : f32
      %next = arith.addf %x_1, %prod_1 : f32
      affine.store %next, %x[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %N {
    %x_1 = affine.load %x[%i] : memref<?xf32>
    %z_1 = affine.load %z[%i] : memref<?xf32>
    %next = arith.addf %x_1, %z_1 : f32
    affine.store %next, %x[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %w_1 = affine.load %w[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %prod = arith.mulf %alpha, %a : f32
      %x_1 = affine.load %x[%j] : memref<?xf32>
      %prod_1 = arith.mulf %prod, %x_1 : f32
      %next = arith.addf %w_1, %prod_1 : f32
      affine.store %next, %w[%i] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @gemver_f64(
    %alpha: f64,
    %beta: f64,
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %u1: memref<?xf64> {polymem.shape = ["N"]},
    %v1: memref<?xf64> {polymem.shape = ["N"]},
    %u2: memref<?xf64> {polymem.shape = ["N"]},
    %v2: memref<?xf64> {polymem.shape = ["N"]},
    %w: memref<?xf64> {polymem.shape = ["N"]},
    %x: memref<?xf64> {polymem.shape = ["N"]},
    %y: memref<?xf64> {polymem.shape = ["N"]},
    %z: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %u1_1 = affine.load %u1[%i] : memref<?xf64>
      %v1_1 = affine.load %v1[%j] : memref<?xf64>
      %prod = arith.mulf %u1_1, %v1_1 : f64
      %sum = arith.addf %a, %prod : f64
      %u2_1 = affine.load %u2[%i] : memref<?xf64>
      %v2_1 = affine.load %v2[%j] : memref<?xf64>
      %prod_1 = arith.mulf %u2_1, %v2_1 : f64
      %next = arith.addf %sum, %prod_1 : f64
      affine.store %next, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x_1 = affine.load %x[%i] : memref<?xf64>
      %a = affine.load %A[%j, %i] : memref<?x?xf64>
      %prod = arith.mulf %beta, %a : f64
      %y_1 = affine.load %y[%j] : memref<?xf64>
      %prod_1 = arith.mulf %prod, %y_1 : f64
      %next = arith.addf %x_1, %prod_1 : f64
      affine.store %next, %x[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %N {
    %x_1 = affine.load %x[%i] : memref<?xf64>
    %z_1 = affine.load %z[%i] : memref<?xf64>
    %next = arith.addf %x_1, %z_1 : f64
    affine.store %next, %x[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %w_1 = affine.load %w[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %alpha, %a : f64
      %x_1 = affine.load %x[%j] : memref<?xf64>
      %prod_1 = arith.mulf %prod, %x_1 : f64
      %next = arith.addf %w_1, %prod_1 : f64
      affine.store %next, %w[%i] : memref<?xf64>
    }
  }
  return
}
