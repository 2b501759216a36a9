func.func @mm(%A: memref<10x6xf32>, %B: memref<6x8xf32>, %C: memref<10x8xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 6 {
        %a = affine.load %A[%i, %k] : memref<10x6xf32>
        %b = affine.load %B[%k, %j] : memref<6x8xf32>
        %c = affine.load %C[%i, %j] : memref<10x8xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<10x8xf32>
      }
    }
  } {prem.plan = #prem.plan<tile = [2, 3, 2], groups = [2, 1, 1]>}
  return
}
