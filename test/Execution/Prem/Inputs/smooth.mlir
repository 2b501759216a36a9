func.func @smooth(%A: memref<13x11x10xf32>, %B: memref<12x10x9xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 10 {
      affine.for %k = 0 to 9 {
        %a = affine.load %A[%i, %j, %k] : memref<13x11x10xf32>
        %b = affine.load %A[%i + 1, %j + 1, %k + 1] : memref<13x11x10xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %p, %a : f32
        affine.store %s, %B[%i, %j, %k] : memref<12x10x9xf32>
      }
    }
  } {prem.plan = #prem.plan<tile = [3, 5, 4], groups = [2, 1, 1]>}
  return
}
