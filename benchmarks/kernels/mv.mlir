// mv: y = A * x.

func.func @mv_f32(
    %A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.store %zero, %y[%i] : memref<?xf32>
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %sum = affine.load %y[%i] : memref<?xf32>
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %sum, %ab : f32
      affine.store %next, %y[%i] : memref<?xf32>
    }
  }
  return
}

// The reduction carried in a register.
func.func @mv_iter_args_f32(
    %A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    %total = affine.for %j = 0 to %N iter_args(%sum = %zero) -> f32 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %ab = arith.mulf %a, %b : f32
      %next = arith.addf %sum, %ab : f32
      affine.yield %next : f32
    }
    affine.store %total, %y[%i] : memref<?xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @mv_f64(
    %A: memref<?x?xf64> {polymem.shape = ["M", "N"]},
    %x: memref<?xf64> {polymem.shape = ["N"]},
    %y: memref<?xf64> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %N = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.store %zero, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = affine.load %x[%j] : memref<?xf64>
      %sum = affine.load %y[%i] : memref<?xf64>
      %ab = arith.mulf %a, %b : f64
      %next = arith.addf %sum, %ab : f64
      affine.store %next, %y[%i] : memref<?xf64>
    }
  }
  return
}

// The reduction carried in a register.
func.func @mv_iter_args_f64(
    %A: memref<?x?xf64> {polymem.shape = ["M", "N"]},
    %x: memref<?xf64> {polymem.shape = ["N"]},
    %y: memref<?xf64> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %N = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    %total = affine.for %j = 0 to %N iter_args(%sum = %zero) -> f64 {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = affine.load %x[%j] : memref<?xf64>
      %ab = arith.mulf %a, %b : f64
      %next = arith.addf %sum, %ab : f64
      affine.yield %next : f64
    }
    affine.store %total, %y[%i] : memref<?xf64>
  }
  return
}
