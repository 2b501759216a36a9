// atax: y = A^T * (A * x), row by row.

func.func @atax_f32(
    %A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]},
    %tmp: memref<?xf32> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.store %zero, %y[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %M {
    affine.store %zero, %tmp[%i] : memref<?xf32>
    affine.for %j = 0 to %N {
      %tmp_1 = affine.load %tmp[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %x_1 = affine.load %x[%j] : memref<?xf32>
      %prod = arith.mulf %a, %x_1 : f32
      %next = arith.addf %tmp_1, %prod : f32
      affine.store %next, %tmp[%i] : memref<?xf32>
    }
    affine.for %j = 0 to %N {
      %y_1 = affine.load %y[%j] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %tmp_1 = affine.load %tmp[%i] : memref<?xf32>
      %prod = arith.mulf %a, %tmp_1 : f32
      %next = arith.addf %y_1, %prod : f32
      affine.store %next, %y[%j] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @atax_f64(
    %A: memref<?x?xf64> {polymem.shape = ["M", "N"]},
    %x: memref<?xf64> {polymem.shape = ["N"]},
    %y: memref<?xf64> {polymem.shape = ["N"]},
    %tmp: memref<?xf64> {polymem.shape = ["M"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %N = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.store %zero, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %M {
    affine.store %zero, %tmp[%i] : memref<?xf64>
    affine.for %j = 0 to %N {
      %tmp_1 = affine.load %tmp[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %x_1 = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %x_1 : f64
      %next = arith.addf %tmp_1, %prod : f64
      affine.store %next, %tmp[%i] : memref<?xf64>
    }
    affine.for %j = 0 to %N {
      %y_1 = affine.load %y[%j] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %tmp_1 = affine.load %tmp[%i] : memref<?xf64>
      %prod = arith.mulf %a, %tmp_1 : f64
      %next = arith.addf %y_1, %prod : f64
      affine.store %next, %y[%j] : memref<?xf64>
    }
  }
  return
}
