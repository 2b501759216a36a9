// gramschmidt: A = Q * R by the modified Gram-Schmidt method. The columns of A
// are overwritten; below its diagonal, R is not touched.

func.func @gramschmidt_f32(
    %A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
    %R: memref<?x?xf32> {polymem.shape = ["N", "N"]},
    %Q: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %k = 0 to %N {
    %nrm_end = affine.for %i = 0 to %M iter_args(%nrm = %zero) -> f32 {
      %a = affine.load %A[%i, %k] : memref<?x?xf32>
      %prod = arith.mulf %a, %a : f32
      %nrm_1 = arith.addf %nrm, %prod : f32
      affine.yield %nrm_1 : f32
    }
    %root = math.sqrt %nrm_end : f32
    affine.store %root, %R[%k, %k] : memref<?x?xf32>
    affine.for %i = 0 to %M {
      %a = affine.load %A[%i, %k] : memref<?x?xf32>
      %r = affine.load %R[%k, %k] : memref<?x?xf32>
      %next = arith.divf %a, %r : f32
      affine.store %next, %Q[%i, %k] : memref<?x?xf32>
    }
    affine.for %j = affine_map<(k) -> (k + 1)>(%k) to %N {
      affine.store %zero, %R[%k, %j] : memref<?x?xf32>
      affine.for %i = 0 to %M {
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %q = affine.load %Q[%i, %k] : memref<?x?xf32>
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %prod = arith.mulf %q, %a : f32
        %next = arith.addf %r, %prod : f32
        affine.store %next, %R[%k, %j] : memref<?x?xf32>
      }
      affine.for %i = 0 to %M {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %q = affine.load %Q[%i, %k] : memref<?x?xf32>
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %q, %r : f32
        %next = arith.subf %a, %prod : f32
        affine.store %next, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @gramschmidt_f64(
    %A: memref<?x?xf64> {polymem.shape = ["M", "N"]},
    %R: memref<?x?xf64> {polymem.shape = ["N", "N"]},
    %Q: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %N = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %k = 0 to %N {
    %nrm_end = affine.for %i = 0 to %M iter_args(%nrm = %zero) -> f64 {
      %a = affine.load %A[%i, %k] : memref<?x?xf64>
      %prod = arith.mulf %a, %a : f64
      %nrm_1 = arith.addf %nrm, %prod : f64
      affine.yield %nrm_1 : f64
    }
    %root = math.sqrt %nrm_end : f64
    affine.store %root, %R[%k, %k] : memref<?x?xf64>
    affine.for %i = 0 to %M {
      %a = affine.load %A[%i, %k] : memref<?x?xf64>
      %r = affine.load %R[%k, %k] : memref<?x?xf64>
      %next = arith.divf %a, %r : f64
      affine.store %next, %Q[%i, %k] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(k) -> (k + 1)>(%k) to %N {
      affine.store %zero, %R[%k, %j] : memref<?x?xf64>
      affine.for %i = 0 to %M {
        %r = affine.load %R[%k, %j] : memref<?x?xf64>
        %q = affine.load %Q[%i, %k] : memref<?x?xf64>
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %prod = arith.mulf %q, %a : f64
        %next = arith.addf %r, %prod : f64
        affine.store %next, %R[%k, %j] : memref<?x?xf64>
      }
      affine.for %i = 0 to %M {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %q = affine.load %Q[%i, %k] : memref<?x?xf64>
        %r = affine.load %R[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %q, %r : f64
        %next = arith.subf %a, %prod : f64
        affine.store %next, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
