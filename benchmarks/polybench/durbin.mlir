// durbin: y solves the Yule-Walker equations of the autocorrelations r (a
// Toeplitz system) by Durbin's recursion. alpha and beta are carried in registers;
// z is an array of the function.

func.func @durbin_f32(
    %r: memref<?xf32> {polymem.shape = ["N"]},
    %y: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %r, %c0 : memref<?xf32>
  %z = memref.alloc(%N) : memref<?xf32>
  %r_1 = affine.load %r[0] : memref<?xf32>
  %neg = arith.negf %r_1 : f32
  affine.store %neg, %y[0] : memref<?xf32>
  %r_2 = affine.load %r[0] : memref<?xf32>
  %neg_1 = arith.negf %r_2 : f32
  %last:2 = affine.for %k = 1 to %N iter_args(%alpha = %neg_1, %beta = %one) -> (f32, f32) {
    %prod = arith.mulf %alpha, %alpha : f32
    %diff = arith.subf %one, %prod : f32
    %beta_1 = arith.mulf %diff, %beta : f32
    %total = affine.for %i = 0 to affine_map<(k) -> (k)>(%k) iter_args(%s = %zero) -> f32 {
      %r_3 = affine.load %r[%k - %i - 1] : memref<?xf32>
      %y_1 = affine.load %y[%i] : memref<?xf32>
      %prod_1 = arith.mulf %r_3, %y_1 : f32
      %s_1 = arith.addf %s, %prod_1 : f32
      affine.yield %s_1 : f32
    }
    %r_3 = affine.load %r[%k] : memref<?xf32>
    %sum = arith.addf %r_3, %total : f32
    %neg_2 = arith.negf %sum : f32
    %alpha_1 = arith.divf %neg_2, %beta_1 : f32
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %y_1 = affine.load %y[%i] : memref<?xf32>
      %y_2 = affine.load %y[%k - %i - 1] : memref<?xf32>
      %prod_1 = arith.mulf %alpha_1, %y_2 : f32
      %next = arith.addf %y_1, %prod_1 : f32
      affine.store %next, %z[%i] : memref<?xf32>
    }
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %z_1 = affine.load %z[%i] : memref<?xf32>
      affine.store %z_1, %y[%i] : memref<?xf32>
    }
    affine.store %alpha_1, %y[%k] : memref<?xf32>
    affine.yield %alpha_1, %beta_1 : f32, f32
  }
  memref.dealloc %z : memref<?xf32>
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @durbin_f64(
    %r: memref<?xf64> {polymem.shape = ["N"]},
    %y: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %r, %c0 : memref<?xf64>
  %z = memref.alloc(%N) : memref<?xf64>
  %r_1 = affine.load %r[0] : memref<?xf64>
  %neg = arith.negf %r_1 : f64
  affine.store %neg, %y[0] : memref<?xf64>
  %r_2 = affine.load %r[0] : memref<?xf64>
  %neg_1 = arith.negf %r_2 : f64
  %last:2 = affine.for %k = 1 to %N iter_args(%alpha = %neg_1, %beta = %one) -> (f64, f64) {
    %prod = arith.mulf %alpha, %alpha : f64
    %diff = arith.subf %one, %prod : f64
    %beta_1 = arith.mulf %diff, %beta : f64
    %total = affine.for %i = 0 to affine_map<(k) -> (k)>(%k) iter_args(%s = %zero) -> f64 {
      %r_3 = affine.load %r[%k - %i - 1] : memref<?xf64>
      %y_1 = affine.load %y[%i] : memref<?xf64>
      %prod_1 = arith.mulf %r_3, %y_1 : f64
      %s_1 = arith.addf %s, %prod_1 : f64
      affine.yield %s_1 : f64
    }
    %r_3 = affine.load %r[%k] : memref<?xf64>
    %sum = arith.addf %r_3, %total : f64
    %neg_2 = arith.negf %sum : f64
    %alpha_1 = arith.divf %neg_2, %beta_1 : f64
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %y_1 = affine.load %y[%i] : memref<?xf64>
      %y_2 = affine.load %y[%k - %i - 1] : memref<?xf64>
      %prod_1 = arith.mulf %alpha_1, %y_2 : f64
      %next = arith.addf %y_1, %prod_1 : f64
      affine.store %next, %z[%i] : memref<?xf64>
    }
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %z_1 = affine.load %z[%i] : memref<?xf64>
      affine.store %z_1, %y[%i] : memref<?xf64>
    }
    affine.store %alpha_1, %y[%k] : memref<?xf64>
    affine.yield %alpha_1, %beta_1 : f64, f64
  }
  memref.dealloc %z : memref<?xf64>
  return
}
