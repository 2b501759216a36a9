func.func @pairs(%A: memref<40xf32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 20 {
      %own = affine.load %A[%i * 2] : memref<40xf32>
      %other = affine.load %A[%i * 2 + 1] : memref<40xf32>
      %s = arith.addf %own, %other : f32
      affine.store %s, %A[%i * 2] : memref<40xf32>
    }
  } {prem.plan = #prem.plan<tile = [1, 4], groups = [1, 2]>}
  return
}
