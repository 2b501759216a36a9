// lu: A becomes L and U with L * U = A, in place: L, with ones on its diagonal,
// below the diagonal; U on it and above. Without pivoting.

func.func @lu_f32(
    %A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf32>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a_1, %a_2 : f32
        %next = arith.subf %a, %prod : f32
        affine.store %next, %A[%i, %j] : memref<?x?xf32>
      }
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %a_1 = affine.load %A[%j, %j] : memref<?x?xf32>
      %next = arith.divf %a, %a_1 : f32
      affine.store %next, %A[%i, %j] : memref<?x?xf32>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to %N {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf32>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a_1, %a_2 : f32
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

func.func @lu_f64(
    %A: memref<?x?xf64> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a_1, %a_2 : f64
        %next = arith.subf %a, %prod : f64
        affine.store %next, %A[%i, %j] : memref<?x?xf64>
      }
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %a_1 = affine.load %A[%j, %j] : memref<?x?xf64>
      %next = arith.divf %a, %a_1 : f64
      affine.store %next, %A[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to %N {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %a_1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %a_2 = affine.load %A[%k, %j] : memref<?x?xf64>
        %prod = arith.mulf %a_1, %a_2 : f64
        %next = arith.subf %a, %prod : f64
        affine.store %next, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
