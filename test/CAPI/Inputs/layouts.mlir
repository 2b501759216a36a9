// Extents that are static, and layouts: of %A any strides, of %B behind an offset.
#b = affine_map<(d0, d1) -> (d0 * 6 + d1 + 3)>
func.func @gemm(%A: memref<5x7xf32, strided<[?, ?], offset: ?>>, %B: memref<7x6xf32, #b>,
                %C: memref<?x?xf32, strided<[6, 1]>>, %m: index, %n: index, %k: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %l = 0 to %k {
        %a = affine.load %A[%i, %l] : memref<5x7xf32, strided<[?, ?], offset: ?>>
        %b = affine.load %B[%l, %j] : memref<7x6xf32, #b>
        %c = affine.load %C[%i, %j] : memref<?x?xf32, strided<[6, 1]>>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32, strided<[6, 1]>>
      }
    }
  }
  return
}
