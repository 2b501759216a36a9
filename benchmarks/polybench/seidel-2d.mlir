// seidel-2d: a 9-point stencil in place.

func.func @seidel_2d_f32(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9.0 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %a = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
        %a_1 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %sum = arith.addf %a, %a_1 : f32
        %a_2 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        %sum_1 = arith.addf %sum, %a_2 : f32
        %a_3 = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %sum_2 = arith.addf %sum_1, %a_3 : f32
        %a_4 = affine.load %A[%i, %j] : memref<?x?xf32>
        %sum_3 = arith.addf %sum_2, %a_4 : f32
        %a_5 = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %sum_4 = arith.addf %sum_3, %a_5 : f32
        %a_6 = affine.load %A[%i + 1, %j - 1] : memref<?x?xf32>
        %sum_5 = arith.addf %sum_4, %a_6 : f32
        %a_7 = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %sum_6 = arith.addf %sum_5, %a_7 : f32
        %a_8 = affine.load %A[%i + 1, %j + 1] : memref<?x?xf32>
        %sum_7 = arith.addf %sum_6, %a_8 : f32
        %next = arith.divf %sum_7, %nine : f32
        affine.store %next, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @seidel_2d_f64(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9.0 : f64
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %a = affine.load %A[%i - 1, %j - 1] : memref<?x?xf64>
        %a_1 = affine.load %A[%i - 1, %j] : memref<?x?xf64>
        %sum = arith.addf %a, %a_1 : f64
        %a_2 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf64>
        %sum_1 = arith.addf %sum, %a_2 : f64
        %a_3 = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %sum_2 = arith.addf %sum_1, %a_3 : f64
        %a_4 = affine.load %A[%i, %j] : memref<?x?xf64>
        %sum_3 = arith.addf %sum_2, %a_4 : f64
        %a_5 = affine.load %A[%i, %j + 1] : memref<?x?xf64>
        %sum_4 = arith.addf %sum_3, %a_5 : f64
        %a_6 = affine.load %A[%i + 1, %j - 1] : memref<?x?xf64>
        %sum_5 = arith.addf %sum_4, %a_6 : f64
        %a_7 = affine.load %A[%i + 1, %j] : memref<?x?xf64>
        %sum_6 = arith.addf %sum_5, %a_7 : f64
        %a_8 = affine.load %A[%i + 1, %j + 1] : memref<?x?xf64>
        %sum_7 = arith.addf %sum_6, %a_8 : f64
        %next = arith.divf %sum_7, %nine : f64
        affine.store %next, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
