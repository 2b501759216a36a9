func.func @sweeps(%A: memref<31xf32>, %B: memref<31xf32>) {
  affine.for %t = 0 to 2 {
    affine.for %i = 1 to 29 {
      %l = affine.load %A[%i - 1] : memref<31xf32>
      %r = affine.load %A[%i + 1] : memref<31xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %B[%i] : memref<31xf32>
    } {prem.plan = #prem.plan<tile = [3], groups = [2]>}
    affine.for %i = 1 to 29 {
      %b = affine.load %B[%i] : memref<31xf32>
      affine.store %b, %A[%i] : memref<31xf32>
    } {prem.plan = #prem.plan<tile = [3], groups = [3]>}
  }
  return
}
