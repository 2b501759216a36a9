// doitgen: A[r, q, :] = A[r, q, :] * C4 for all r and q, through one vector.

func.func @doitgen_f32(
    %A: memref<?x?x?xf32> {polymem.shape = ["NR", "NQ", "NP"]},
    %C4: memref<?x?xf32> {polymem.shape = ["NP", "NP"]},
    %sum: memref<?xf32> {polymem.shape = ["NP"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %NR = memref.dim %A, %c0 : memref<?x?x?xf32>
  %NQ = memref.dim %A, %c1 : memref<?x?x?xf32>
  %NP = memref.dim %A, %c2 : memref<?x?x?xf32>
  affine.for %r = 0 to %NR {
    affine.for %q = 0 to %NQ {
      affine.for %p = 0 to %NP {
        affine.store %zero, %sum[%p] : memref<?xf32>
        affine.for %s = 0 to %NP {
          %sum_1 = affine.load %sum[%p] : memref<?xf32>
          %a = affine.load %A[%r, %q, %s] : memref<?x?x?xf32>
          %c4_1 = affine.load %C4[%s, %p] : memref<?x?xf32>
          %prod = arith.mulf %a, %c4_1 : f32
          %next = arith.addf %sum_1, %prod : f32
          affine.store %next, %sum[%p] : memref<?xf32>
        }
      }
      affine.for %p = 0 to %NP {
        %sum_1 = affine.load %sum[%p] : memref<?xf32>
        affine.store %sum_1, %A[%r, %q, %p] : memref<?x?x?xf32>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/PolyBench/precisions.test).
//===----------------------------------------------------------------------===//

func.func @doitgen_f64(
    %A: memref<?x?x?xf64> {polymem.shape = ["NR", "NQ", "NP"]},
    %C4: memref<?x?xf64> {polymem.shape = ["NP", "NP"]},
    %sum: memref<?xf64> {polymem.shape = ["NP"], polymem.dead_out}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %NR = memref.dim %A, %c0 : memref<?x?x?xf64>
  %NQ = memref.dim %A, %c1 : memref<?x?x?xf64>
  %NP = memref.dim %A, %c2 : memref<?x?x?xf64>
  affine.for %r = 0 to %NR {
    affine.for %q = 0 to %NQ {
      affine.for %p = 0 to %NP {
        affine.store %zero, %sum[%p] : memref<?xf64>
        affine.for %s = 0 to %NP {
          %sum_1 = affine.load %sum[%p] : memref<?xf64>
          %a = affine.load %A[%r, %q, %s] : memref<?x?x?xf64>
          %c4_1 = affine.load %C4[%s, %p] : memref<?x?xf64>
          %prod = arith.mulf %a, %c4_1 : f64
          %next = arith.addf %sum_1, %prod : f64
          affine.store %next, %sum[%p] : memref<?xf64>
        }
      }
      affine.for %p = 0 to %NP {
        %sum_1 = affine.load %sum[%p] : memref<?xf64>
        affine.store %sum_1, %A[%r, %q, %p] : memref<?x?x?xf64>
      }
    }
  }
  return
}
