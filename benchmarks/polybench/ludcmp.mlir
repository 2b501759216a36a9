// ludcmp: x solves A * x = b: A is factored as in lu, with the sums carried in
// registers, then y solves L * y = b and x solves U * x = y. The last loop runs
// downwards: its i counts from the other end.

func.func @ludcmp_f32(
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %b: memref<?xf32> {polymem.shape = ["N"]},
    %x: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["N"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %w_end = affine.for %k = 0 to affine_map<(j) -> (j)>(%j) iter_args(%w = %a) -> f32 {
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf32>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a_1, %a_2 : f32
        %w_1 = arith.subf %w, %prod : f32
        affine.yield %w_1 : f32
      }
      %a_1 = affine.load %A[%j, %j] : memref<?x?xf32>
      %next = arith.divf %w_end, %a_1 : f32
      affine.store %next, %A[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %w_end = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %a) -> f32 {
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf32>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a_1, %a_2 : f32
        %w_1 = arith.subf %w, %prod : f32
        affine.yield %w_1 : f32
      }
      affine.store %w_end, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %N {
    %b_1 = affine.load %b[%i] : memref<?xf32>
    %w_end = affine.for %j = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %b_1) -> f32 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %y_1 = affine.load %y[%j] : memref<?xf32>
      %prod = arith.mulf %a, %y_1 : f32
      %w_1 = arith.subf %w, %prod : f32
      affine.yield %w_1 : f32
    }
    affine.store %w_end, %y[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    %y_1 = affine.load %y[symbol(%N) - 1 - %i] : memref<?xf32>
    %w_end = affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to %N iter_args(%w = %y_1) -> f32 {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xf32>
      %x_1 = affine.load %x[%j] : memref<?xf32>
      %prod = arith.mulf %a, %x_1 : f32
      %w_1 = arith.subf %w, %prod : f32
      affine.yield %w_1 : f32
    }
    %a = affine.load %A[symbol(%N) - 1 - %i, symbol(%N) - 1 - %i] : memref<?x?xf32>
    %next = arith.divf %w_end, %a : f32
    affine.store %next, %x[symbol(%N) - 1 - %i] : memref<?xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @ludcmp_f64(
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %b: memref<?xf64> {polymem.shape = ["N"]},
    %x: memref<?xf64> {polymem.shape = ["N"]},
    %y: memref<?xf64> {polymem.shape = ["N"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %w_end = affine.for %k = 0 to affine_map<(j) -> (j)>(%j) iter_args(%w = %a) -> f64 {
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a_1, %a_2 : f64
        %w_1 = arith.subf %w, %prod : f64
        affine.yield %w_1 : f64
      }
      %a_1 = affine.load %A[%j, %j] : memref<?x?xf64>
      %next = arith.divf %w_end, %a_1 : f64
      affine.store %next, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %w_end = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %a) -> f64 {
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a_1, %a_2 : f64
        %w_1 = arith.subf %w, %prod : f64
        affine.yield %w_1 : f64
      }
      affine.store %w_end, %A[%i, %j] : memref<?x?xf64>
    }
  }
  affine.for %i = 0 to %N {
    %b_1 = affine.load %b[%i] : memref<?xf64>
    %w_end = affine.for %j = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %b_1) -> f64 {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %y_1 = affine.load %y[%j] : memref<?xf64>
      %prod = arith.mulf %a, %y_1 : f64
      %w_1 = arith.subf %w, %prod : f64
      affine.yield %w_1 : f64
    }
    affine.store %w_end, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %N {
    %y_1 = affine.load %y[symbol(%N) - 1 - %i] : memref<?xf64>
    %w_end = affine.for %j = affine_map<(i)[N] -> (N - i)>(%i)[%N] to %N iter_args(%w = %y_1) -> f64 {
      %a = affine.load %A[symbol(%N) - 1 - %i, %j] : memref<?x?xf64>
      %x_1 = affine.load %x[%j] : memref<?xf64>
      %prod = arith.mulf %a, %x_1 : f64
      %w_1 = arith.subf %w, %prod : f64
      affine.yield %w_1 : f64
    }
    %a = affine.load %A[symbol(%N) - 1 - %i, symbol(%N) - 1 - %i] : memref<?x?xf64>
    %next = arith.divf %w_end, %a : f64
    affine.store %next, %x[symbol(%N) - 1 - %i] : memref<?xf64>
  }
  return
}
