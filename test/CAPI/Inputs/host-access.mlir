// One loop is for the GPU, and the other one is sequential.
func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %m: index, %n: index, %k: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %s = arith.addf %c, %c : f32
      affine.store %s, %C[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 1 to %k {
    %a = affine.load %A[0, %j - 1] : memref<?x?xf32>
    %s = arith.mulf %a, %a : f32
    affine.store %s, %A[0, %j] : memref<?x?xf32>
  }
  return
}
