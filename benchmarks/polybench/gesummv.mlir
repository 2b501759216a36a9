// gesummv: y = alpha * A * x + beta * B * x.

func.func @gesummv_f32(
    %alpha: f32,
    %beta: f32,
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %B: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %tmp: memref<?xf32> {polymem.shape = ["N"], polymem.dead_out},
    %x: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.store %zero, %tmp[%i] : memref<?xf32>
    affine.store %zero, %y[%i] : memref<?xf32>
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %x_1 = affine.load %x[%j] : memref<?xf32>
      %prod = arith.mulf %a, %x_1 : f32
      %tmp_1 = affine.load %tmp[%i] : memref<?xf32>
      %next = arith.addf %prod, %tmp_1 : f32
      affine.store %next, %tmp[%i] : memref<?xf32>
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %x_2 = affine.load %x[%j] : memref<?xf32>
      %prod_1 = arith.mulf %b, %x_2 : f32
      %y_1 = affine.load %y[%i] : memref<?xf32>
      %next_1 = arith.addf %prod_1, %y_1 : f32
      affine.store %next_1, %y[%i] : memref<?xf32>
    }
    %tmp_1 = affine.load %tmp[%i] : memref<?xf32>
    %prod = arith.mulf %alpha, %tmp_1 : f32
    %y_1 = affine.load %y[%i] : memref<?xf32>
    %prod_1 = arith.mulf %beta, %y_1 : f32
    %next = arith.addf %prod, %prod_1 : f32
    affine.store %next, %y[%i] : memref<?xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @gesummv_f64(
    %alpha: f64,
    %beta: f64,
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %B: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %tmp: memref<?xf64> {polymem.shape = ["N"], polymem.dead_out},
    %x: memref<?xf64> {polymem.shape = ["N"]},
    %y: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.store %zero, %tmp[%i] : memref<?xf64>
    affine.store %zero, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %x_1 = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %x_1 : f64
      %tmp_1 = affine.load %tmp[%i] : memref<?xf64>
      %next = arith.addf %prod, %tmp_1 : f64
      affine.store %next, %tmp[%i] : memref<?xf64>
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %x_2 = affine.load %x[%j] : memref<?xf64>
      %prod_1 = arith.mulf %b, %x_2 : f64
      %y_1 = affine.load %y[%i] : memref<?xf64>
      %next_1 = arith.addf %prod_1, %y_1 : f64
      affine.store %next_1, %y[%i] : memref<?xf64>
    }
    %tmp_1 = affine.load %tmp[%i] : memref<?xf64>
    %prod = arith.mulf %alpha, %tmp_1 : f64
    %y_1 = affine.load %y[%i] : memref<?xf64>
    %prod_1 = arith.mulf %beta, %y_1 : f64
    %next = arith.addf %prod, %prod_1 : f64
    affine.store %next, %y[%i] : memref<?xf64>
  }
  return
}
