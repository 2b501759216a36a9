// mvt: x1 += A * y1 and x2 += A^T * y2: two nests that read the same matrix
// along rows and along columns.

func.func @mvt_f32(
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %x1: memref<?xf32> {polymem.shape = ["N"]},
    %x2: memref<?xf32> {polymem.shape = ["N"]},
    %y1: memref<?xf32> {polymem.shape = ["N"]},
    %y2: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %sum = affine.load %x1[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %y1[%j] : memref<?xf32>
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %sum, %ab : f32
      affine.store %next, %x1[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %sum = affine.load %x2[%i] : memref<?xf32>
      %a = affine.load %A[%j, %i] : memref<?x?xf32>
      %b = affine.load %y2[%j] : memref<?xf32>
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %sum, %ab : f32
      affine.store %next, %x2[%i] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @mvt_f64(
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %x1: memref<?xf64> {polymem.shape = ["N"]},
    %x2: memref<?xf64> {polymem.shape = ["N"]},
    %y1: memref<?xf64> {polymem.shape = ["N"]},
    %y2: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %sum = affine.load %x1[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = affine.load %y1[%j] : memref<?xf64>
      %ab = arith.mulf %a, %b : f64
      %next = arith.addf %sum, %ab : f64
      affine.store %next, %x1[%i] : memref<?xf64>
    }
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      %sum = affine.load %x2[%i] : memref<?xf64>
      %a = affine.load %A[%j, %i] : memref<?x?xf64>
      %b = affine.load %y2[%j] : memref<?xf64>
      %ab = arith.mulf %a, %b : f64
      %next = arith.addf %sum, %ab : f64
      affine.store %next, %x2[%i] : memref<?xf64>
    }
  }
  return
}
