// bicg: s = A^T * r and q = A * p in one pass over A, the products of a step of
// the biconjugate gradient method.

func.func @bicg_f32(
    %A: memref<?x?xf32> {polymem.shape = ["N", "M"]},
    %s: memref<?xf32> {polymem.shape = ["M"]},
    %q: memref<?xf32> {polymem.shape = ["N"]},
    %p: memref<?xf32> {polymem.shape = ["M"]},
    %r: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.store %zero, %s[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %N {
    affine.store %zero, %q[%i] : memref<?xf32>
    affine.for %j = 0 to %M {
      %s_1 = affine.load %s[%j] : memref<?xf32>
      %r_1 = affine.load %r[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %prod = arith.mulf %r_1, %a : f32
      %next = arith.addf %s_1, %prod : f32
      affine.store %next, %s[%j] : memref<?xf32>
      %q_1 = affine.load %q[%i] : memref<?xf32>
      %a_1 = affine.load %A[%i, %j] : memref<?x?xf32>
      %p_1 = affine.load %p[%j] : memref<?xf32>
      %prod_1 = arith.mulf %a_1, %p_1 : f32
      %next_1 = arith.addf %q_1, %prod_1 : f32
      affine.store %next_1, %q[%i] : memref<?xf32>
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @bicg_f64(
    %A: memref<?x?xf64> {polymem.shape = ["N", "M"]},
    %s: memref<?xf64> {polymem.shape = ["M"]},
    %q: memref<?xf64> {polymem.shape = ["N"]},
    %p: memref<?xf64> {polymem.shape = ["M"]},
    %r: memref<?xf64> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  %M = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.store %zero, %s[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %N {
    affine.store %zero, %q[%i] : memref<?xf64>
    affine.for %j = 0 to %M {
      %s_1 = affine.load %s[%j] : memref<?xf64>
      %r_1 = affine.load %r[%i] : memref<?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %r_1, %a : f64
      %next = arith.addf %s_1, %prod : f64
      affine.store %next, %s[%j] : memref<?xf64>
      %q_1 = affine.load %q[%i] : memref<?xf64>
      %a_1 = affine.load %A[%i, %j] : memref<?x?xf64>
      %p_1 = affine.load %p[%j] : memref<?xf64>
      %prod_1 = arith.mulf %a_1, %p_1 : f64
      %next_1 = arith.addf %q_1, %prod_1 : f64
      affine.store %next_1, %q[%i] : memref<?xf64>
    }
  }
  return
}
