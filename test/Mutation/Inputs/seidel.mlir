// In place, from left to right and top to bottom: the loops may not be
// interchanged.
func.func @seidel(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %N {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
      %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %b = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %c = affine.load %A[%i, %j] : memref<?x?xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.mulf %ab, %c : f32
      affine.store %abc, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
