// jacobi-2d: a 5-point stencil over A and B in turn.

func.func @jacobi_2d_f32(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %B: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %fifth = arith.constant 0.2 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %a_1 = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %sum = arith.addf %a, %a_1 : f32
        %a_2 = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %sum_1 = arith.addf %sum, %a_2 : f32
        %a_3 = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %sum_2 = arith.addf %sum_1, %a_3 : f32
        %a_4 = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %sum_3 = arith.addf %sum_2, %a_4 : f32
        %next = arith.mulf %fifth, %sum_3 : f32
        affine.store %next, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        %b_1 = affine.load %B[%i, %j - 1] : memref<?x?xf32>
        %sum = arith.addf %b, %b_1 : f32
        %b_2 = affine.load %B[%i, %j + 1] : memref<?x?xf32>
        %sum_1 = arith.addf %sum, %b_2 : f32
        %b_3 = affine.load %B[%i + 1, %j] : memref<?x?xf32>
        %sum_2 = arith.addf %sum_1, %b_3 : f32
        %b_4 = affine.load %B[%i - 1, %j] : memref<?x?xf32>
        %sum_3 = arith.addf %sum_2, %b_4 : f32
        %next = arith.mulf %fifth, %sum_3 : f32
        affine.store %next, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @jacobi_2d_f64(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %B: memref<?x?xf64> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %fifth = arith.constant 0.2 : f64
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %a_1 = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %sum = arith.addf %a, %a_1 : f64
        %a_2 = affine.load %A[%i, %j + 1] : memref<?x?xf64>
        %sum_1 = arith.addf %sum, %a_2 : f64
        %a_3 = affine.load %A[%i + 1, %j] : memref<?x?xf64>
        %sum_2 = arith.addf %sum_1, %a_3 : f64
        %a_4 = affine.load %A[%i - 1, %j] : memref<?x?xf64>
        %sum_3 = arith.addf %sum_2, %a_4 : f64
        %next = arith.mulf %fifth, %sum_3 : f64
        affine.store %next, %B[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %b_1 = affine.load %B[%i, %j - 1] : memref<?x?xf64>
        %sum = arith.addf %b, %b_1 : f64
        %b_2 = affine.load %B[%i, %j + 1] : memref<?x?xf64>
        %sum_1 = arith.addf %sum, %b_2 : f64
        %b_3 = affine.load %B[%i + 1, %j] : memref<?x?xf64>
        %sum_2 = arith.addf %sum_1, %b_3 : f64
        %b_4 = affine.load %B[%i - 1, %j] : memref<?x?xf64>
        %sum_3 = arith.addf %sum_2, %b_4 : f64
        %next = arith.mulf %fifth, %sum_3 : f64
        affine.store %next, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
