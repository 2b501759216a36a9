func.func @tri(%n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}, %x: memref<60x60xf32>, %y: memref<60xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %x[%i, %j] : memref<60x60xf32>
      %b = affine.load %y[%j] : memref<60xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %x[%i, %j] : memref<60x60xf32>
    }
  }
  return
}
