
func.func @trmm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %ni: index) {
  affine.for %i = 1 to %ni {
    affine.for %j = 0 to %ni {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%j, %k] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %B[%i, %j] : memref<?x?xf32>
        %d = arith.addf %c, %p : f32
        affine.store %d, %B[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
