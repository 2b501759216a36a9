// heat-3d: the 3-D heat equation, a 7-point stencil over A and B in turn. One
// iteration of t is two steps.

func.func @heat_3d_f32(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]},
    %B: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]}) {
  %c0 = arith.constant 0 : index
  %eighth = arith.constant 0.125 : f32
  %two = arith.constant 2.0 : f32
  %N = memref.dim %A, %c0 : memref<?x?x?xf32>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        affine.for %k = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
          %a = affine.load %A[%i + 1, %j, %k] : memref<?x?x?xf32>
          %a_1 = affine.load %A[%i, %j, %k] : memref<?x?x?xf32>
          %prod = arith.mulf %two, %a_1 : f32
          %diff = arith.subf %a, %prod : f32
          %a_2 = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf32>
          %sum = arith.addf %diff, %a_2 : f32
          %prod_1 = arith.mulf %eighth, %sum : f32
          %a_3 = affine.load %A[%i, %j + 1, %k] : memref<?x?x?xf32>
          %prod_2 = arith.mulf %two, %a_1 : f32
          %diff_1 = arith.subf %a_3, %prod_2 : f32
          %a_4 = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf32>
          %sum_1 = arith.addf %diff_1, %a_4 : f32
          %prod_3 = arith.mulf %eighth, %sum_1 : f32
          %sum_2 = arith.addf %prod_1, %prod_3 : f32
          %a_5 = affine.load %A[%i, %j, %k + 1] : memref<?x?x?xf32>
          %prod_4 = arith.mulf %two, %a_1 : f32
          %diff_2 = arith.subf %a_5, %prod_4 : f32
          %a_6 = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf32>
          %sum_3 = arith.addf %diff_2, %a_6 : f32
          %prod_5 = arith.mulf %eighth, %sum_3 : f32
          %sum_4 = arith.addf %sum_2, %prod_5 : f32
          %next = arith.addf %sum_4, %a_1 : f32
          affine.store %next, %B[%i, %j, %k] : memref<?x?x?xf32>
        }
      }
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        affine.for %k = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
          %b = affine.load %B[%i + 1, %j, %k] : memref<?x?x?xf32>
          %b_1 = affine.load %B[%i, %j, %k] : memref<?x?x?xf32>
          %prod = arith.mulf %two, %b_1 : f32
          %diff = arith.subf %b, %prod : f32
          %b_2 = affine.load %B[%i - 1, %j, %k] : memref<?x?x?xf32>
          %sum = arith.addf %diff, %b_2 : f32
          %prod_1 = arith.mulf %eighth, %sum : f32
          %b_3 = affine.load %B[%i, %j + 1, %k] : memref<?x?x?xf32>
          %prod_2 = arith.mulf %two, %b_1 : f32
          %diff_1 = arith.subf %b_3, %prod_2 : f32
          %b_4 = affine.load %B[%i, %j - 1, %k] : memref<?x?x?xf32>
          %sum_1 = arith.addf %diff_1, %b_4 : f32
          %prod_3 = arith.mulf %eighth, %sum_1 : f32
          %sum_2 = arith.addf %prod_1, %prod_3 : f32
          %b_5 = affine.load %B[%i, %j, %k + 1] : memref<?x?x?xf32>
          %prod_4 = arith.mulf %two, %b_1 : f32
          %diff_2 = arith.subf %b_5, %prod_4 : f32
          %b_6 = affine.load %B[%i, %j, %k - 1] : memref<?x?x?xf32>
          %sum_3 = arith.addf %diff_2, %b_6 : f32
          %prod_5 = arith.mulf %eighth, %sum_3 : f32
          %sum_4 = arith.addf %sum_2, %prod_5 : f32
          %next = arith.addf %sum_4, %b_1 : f32
          affine.store %next, %A[%i, %j, %k] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @heat_3d_f64(
    %TSTEPS: index {polymem.param = "TSTEPS"},
    %A: memref<?x?x?xf64> {polymem.shape = ["N", "N", "N"]},
    %B: memref<?x?x?xf64> {polymem.shape = ["N", "N", "N"]}) {
  %c0 = arith.constant 0 : index
  %eighth = arith.constant 0.125 : f64
  %two = arith.constant 2.0 : f64
  %N = memref.dim %A, %c0 : memref<?x?x?xf64>
  affine.for %t = 0 to %TSTEPS {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        affine.for %k = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
          %a = affine.load %A[%i + 1, %j, %k] : memref<?x?x?xf64>
          %a_1 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %prod = arith.mulf %two, %a_1 : f64
          %diff = arith.subf %a, %prod : f64
          %a_2 = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf64>
          %sum = arith.addf %diff, %a_2 : f64
          %prod_1 = arith.mulf %eighth, %sum : f64
          %a_3 = affine.load %A[%i, %j + 1, %k] : memref<?x?x?xf64>
          %prod_2 = arith.mulf %two, %a_1 : f64
          %diff_1 = arith.subf %a_3, %prod_2 : f64
          %a_4 = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf64>
          %sum_1 = arith.addf %diff_1, %a_4 : f64
          %prod_3 = arith.mulf %eighth, %sum_1 : f64
          %sum_2 = arith.addf %prod_1, %prod_3 : f64
          %a_5 = affine.load %A[%i, %j, %k + 1] : memref<?x?x?xf64>
          %prod_4 = arith.mulf %two, %a_1 : f64
          %diff_2 = arith.subf %a_5, %prod_4 : f64
          %a_6 = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf64>
          %sum_3 = arith.addf %diff_2, %a_6 : f64
          %prod_5 = arith.mulf %eighth, %sum_3 : f64
          %sum_4 = arith.addf %sum_2, %prod_5 : f64
          %next = arith.addf %sum_4, %a_1 : f64
          affine.store %next, %B[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        affine.for %k = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
          %b = affine.load %B[%i + 1, %j, %k] : memref<?x?x?xf64>
          %b_1 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %prod = arith.mulf %two, %b_1 : f64
          %diff = arith.subf %b, %prod : f64
          %b_2 = affine.load %B[%i - 1, %j, %k] : memref<?x?x?xf64>
          %sum = arith.addf %diff, %b_2 : f64
          %prod_1 = arith.mulf %eighth, %sum : f64
          %b_3 = affine.load %B[%i, %j + 1, %k] : memref<?x?x?xf64>
          %prod_2 = arith.mulf %two, %b_1 : f64
          %diff_1 = arith.subf %b_3, %prod_2 : f64
          %b_4 = affine.load %B[%i, %j - 1, %k] : memref<?x?x?xf64>
          %sum_1 = arith.addf %diff_1, %b_4 : f64
          %prod_3 = arith.mulf %eighth, %sum_1 : f64
          %sum_2 = arith.addf %prod_1, %prod_3 : f64
          %b_5 = affine.load %B[%i, %j, %k + 1] : memref<?x?x?xf64>
          %prod_4 = arith.mulf %two, %b_1 : f64
          %diff_2 = arith.subf %b_5, %prod_4 : f64
          %b_6 = affine.load %B[%i, %j, %k - 1] : memref<?x?x?xf64>
          %sum_3 = arith.addf %diff_2, %b_6 : f64
          %prod_5 = arith.mulf %eighth, %sum_3 : f64
          %sum_4 = arith.addf %sum_2, %prod_5 : f64
          %next = arith.addf %sum_4, %b_1 : f64
          affine.store %next, %A[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
  }
  return
}
