// trimul: C = A * B, all three lower triangles: N (N + 1) (N + 2) / 6
// multiply-adds, a sixth of those of full matrices.
//
// What is above the diagonals is neither read nor written.

func.func @trimul_f32(
    %C: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %B: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %C, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.store %zero, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = affine_map<(j) -> (j)>(%j) to affine_map<(i) -> (i + 1)>(%i) {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a, %b : f32
        %next = arith.addf %c, %prod : f32
        affine.store %next, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @trimul_f64(
    %C: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %B: memref<?x?xf64> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %C, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.store %zero, %C[%i, %j] : memref<?x?xf64>
      affine.for %k = affine_map<(j) -> (j)>(%j) to affine_map<(i) -> (i + 1)>(%i) {
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a, %b : f64
        %next = arith.addf %c, %prod : f64
        affine.store %next, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
