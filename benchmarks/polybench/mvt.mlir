// mvt: x1 += A * y1 and x2 += A^T * y2.

func.func @mvt_f32(
    %x1: memref<?xf32> {polymem.shape = ["N"]},
    %x2: memref<?xf32> {polymem.shape = ["N"]},
    %y_1: memref<?xf32> {polymem.shape = ["N"]},
    %y_2: memref<?xf32> {polymem.shape = ["N"]},
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %x1, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x1_1 = affine.load %x1[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %y_1_1 = affine.load %y_1[%j] : memref<?xf32>
      %prod = arith.mulf %a, %y_1_1 : f32
      %next = arith.addf %x1_1, %prod : f32
      affine.store %next, %x1[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x2_1 = affine.load %x2[%i] : memref<?xf32>
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %y_2_1 = affine.load %y_2[%j] : memref<?xf32>
      %prod = arith.mulf %a, %y_2_1 : f32
      %next = arith.addf %x2_1, %prod : f32
      affine.store %next, %x2[%i] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @mvt_f64(
    %x1: memref<?xf64> {polymem.shape = ["N"]},
    %x2: memref<?xf64> {polymem.shape = ["N"]},
    %y_1: memref<?xf64> {polymem.shape = ["N"]},
    %y_2: memref<?xf64> {polymem.shape = ["N"]},
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %x1, %c0 : memref<?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x1_1 = affine.load %x1[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %y_1_1 = affine.load %y_1[%j] : memref<?xf64>
      %prod = arith.mulf %a, %y_1_1 : f64
      %next = arith.addf %x1_1, %prod : f64
      affine.store %next, %x1[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %x2_1 = affine.load %x2[%i] : memref<?xf64>
      %a = affine.load %A[%j, %i] : memref<?x?xf64>
      %y_2_1 = affine.load %y_2[%j] : memref<?xf64>
      %prod = arith.mulf %a, %y_2_1 : f64
      %next = arith.addf %x2_1, %prod : f64
      affine.store %next, %x2[%i] : memref<?xf64>
    }
  }
  return
}
