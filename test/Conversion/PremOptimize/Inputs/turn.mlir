func.func @turn(%A: memref<48x26x40xf32>, %B: memref<40x24x48xf32>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 24 {
      affine.for %k = 0 to 48 {
        %a = affine.load %A[%k, %j, %i] : memref<48x26x40xf32>
        %b = affine.load %A[%k, %j + 1, %i] : memref<48x26x40xf32>
        %c = affine.load %A[%k, %j + 2, %i] : memref<48x26x40xf32>
        %p = arith.addf %a, %b : f32
        %s = arith.addf %p, %c : f32
        affine.store %s, %B[%i, %j, %k] : memref<40x24x48xf32>
      }
    }
  }
  return
}
