// Matrix product: C = alpha * A * B + beta * C.
//
// To PTX, with tiles of A and B staged through shared memory:
//
//   polymem-opt examples/gemm.mlir --polymem-to-ptx="machine=nvidia-h200"
//
// The staged program on the CPU, compared with this one bit for bit:
//
//   polymem-run examples/gemm.mlir --compare --sizes=M=130,N=70,K=45 \
//     --pipeline=polymem-to-cpu
//
// The attributes say how polymem-run is to call the function; no pass needs
// them.

func.func @gemm(%alpha: f32, %beta: f32,
    %A: memref<?x?xf32> {polymem.shape = ["M", "K"]},
    %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  // The sizes are whatever the arrays are: nothing is known at compile time.
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %scaled = arith.mulf %c, %beta : f32
      affine.store %scaled, %C[%i, %j] : memref<?x?xf32>
      // i and j are parallel; k carries the sum and stays in order.
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %sum = affine.load %C[%i, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %aab = arith.mulf %alpha, %ab : f32
        %next = arith.addf %sum, %aab : f32
        affine.store %next, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
