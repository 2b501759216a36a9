// trisolv: x solves L * x = b with L lower triangular.

func.func @trisolv_f32(
    %L: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]},
    %b: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %L, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    %b_1 = affine.load %b[%i] : memref<?xf32>
    affine.store %b_1, %x[%i] : memref<?xf32>
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %x_1 = affine.load %x[%i] : memref<?xf32>
      %l = affine.load %L[%i, %j] : memref<?x?xf32>
      %x_2 = affine.load %x[%j] : memref<?xf32>
      %prod = arith.mulf %l, %x_2 : f32
      %next = arith.subf %x_1, %prod : f32
      affine.store %next, %x[%i] : memref<?xf32>
    }
    %x_1 = affine.load %x[%i] : memref<?xf32>
    %l = affine.load %L[%i, %i] : memref<?x?xf32>
    %next = arith.divf %x_1, %l : f32
    affine.store %next, %x[%i] : memref<?xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @trisolv_f64(
    %L: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %x: memref<?xf64> {polymem.shape = ["N"]},
    %b: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %L, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    %b_1 = affine.load %b[%i] : memref<?xf64>
    affine.store %b_1, %x[%i] : memref<?xf64>
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %x_1 = affine.load %x[%i] : memref<?xf64>
      %l = affine.load %L[%i, %j] : memref<?x?xf64>
      %x_2 = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %l, %x_2 : f64
      %next = arith.subf %x_1, %prod : f64
      affine.store %next, %x[%i] : memref<?xf64>
    }
    %x_1 = affine.load %x[%i] : memref<?xf64>
    %l = affine.load %L[%i, %i] : memref<?x?xf64>
    %next = arith.divf %x_1, %l : f64
    affine.store %next, %x[%i] : memref<?xf64>
  }
  return
}
