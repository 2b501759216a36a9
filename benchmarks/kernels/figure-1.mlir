// Figure 1 of Baskaran et al., "Automatic Data Movement and Computation Mapping
// for Multi-level Parallel Architectures with Explicitly Managed Memories"
// (PPoPP 2008): the running example of data allocation and movement.
//
//   for i in 10..14: for j in 10..14:
//     A[i][j+1] = A[i+j][j+1] * 3
//     for k in 11..20: B[i][j+k] = A[i][k] + B[i+j][k]

func.func @figure_1_f32(%A: memref<200x200xf32>, %B: memref<200x200xf32>) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 10 to 15 {
    affine.for %j = 10 to 15 {
      %a = affine.load %A[%i + %j, %j + 1] : memref<200x200xf32>
      %a3 = arith.mulf %a, %three : f32
      affine.store %a3, %A[%i, %j + 1] : memref<200x200xf32>
      affine.for %k = 11 to 21 {
        %left = affine.load %A[%i, %k] : memref<200x200xf32>
        %right = affine.load %B[%i + %j, %k] : memref<200x200xf32>
        %sum = arith.addf %left, %right : f32
        affine.store %sum, %B[%i, %j + %k] : memref<200x200xf32>
      }
    }
  }
  return
}

// The same with W iterations of i and j that start at L (the figure: L = 10,
// W = 5).
func.func @figure_1_parametric_f32(
    %A: memref<?x?xf32> {polymem.shape = ["2 * (L + W)", "L + 2 * W + 1"]},
    %B: memref<?x?xf32> {polymem.shape = ["2 * (L + W)", "2 * L + 3 * W"]},
    %L: index {polymem.param = "L"}, %W: index {polymem.param = "W"}) {
  %three = arith.constant 3.0 : f32
  affine.for %i = %L to affine_map<()[L, W] -> (L + W)>()[%L, %W] {
    affine.for %j = %L to affine_map<()[L, W] -> (L + W)>()[%L, %W] {
      %a = affine.load %A[%i + %j, %j + 1] : memref<?x?xf32>
      %a3 = arith.mulf %a, %three : f32
      affine.store %a3, %A[%i, %j + 1] : memref<?x?xf32>
      affine.for %k = affine_map<()[L] -> (L + 1)>()[%L] to affine_map<()[L, W] -> (L + 2 * W + 1)>()[%L, %W] {
        %left = affine.load %A[%i, %k] : memref<?x?xf32>
        %right = affine.load %B[%i + %j, %k] : memref<?x?xf32>
        %sum = arith.addf %left, %right : f32
        affine.store %sum, %B[%i, %j + %k] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @figure_1_f64(%A: memref<200x200xf64>, %B: memref<200x200xf64>) {
  %three = arith.constant 3.0 : f64
  affine.for %i = 10 to 15 {
    affine.for %j = 10 to 15 {
      %a = affine.load %A[%i + %j, %j + 1] : memref<200x200xf64>
      %a3 = arith.mulf %a, %three : f64
      affine.store %a3, %A[%i, %j + 1] : memref<200x200xf64>
      affine.for %k = 11 to 21 {
        %left = affine.load %A[%i, %k] : memref<200x200xf64>
        %right = affine.load %B[%i + %j, %k] : memref<200x200xf64>
        %sum = arith.addf %left, %right : f64
        affine.store %sum, %B[%i, %j + %k] : memref<200x200xf64>
      }
    }
  }
  return
}

// The same with W iterations of i and j that start at L (the figure: L = 10,
// W = 5).
func.func @figure_1_parametric_f64(
    %A: memref<?x?xf64> {polymem.shape = ["2 * (L + W)", "L + 2 * W + 1"]},
    %B: memref<?x?xf64> {polymem.shape = ["2 * (L + W)", "2 * L + 3 * W"]},
    %L: index {polymem.param = "L"}, %W: index {polymem.param = "W"}) {
  %three = arith.constant 3.0 : f64
  affine.for %i = %L to affine_map<()[L, W] -> (L + W)>()[%L, %W] {
    affine.for %j = %L to affine_map<()[L, W] -> (L + W)>()[%L, %W] {
      %a = affine.load %A[%i + %j, %j + 1] : memref<?x?xf64>
      %a3 = arith.mulf %a, %three : f64
      affine.store %a3, %A[%i, %j + 1] : memref<?x?xf64>
      affine.for %k = affine_map<()[L] -> (L + 1)>()[%L] to affine_map<()[L, W] -> (L + 2 * W + 1)>()[%L, %W] {
        %left = affine.load %A[%i, %k] : memref<?x?xf64>
        %right = affine.load %B[%i + %j, %k] : memref<?x?xf64>
        %sum = arith.addf %left, %right : f64
        affine.store %sum, %B[%i, %j + %k] : memref<?x?xf64>
      }
    }
  }
  return
}
