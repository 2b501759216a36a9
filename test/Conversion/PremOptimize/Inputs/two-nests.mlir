func.func @two(%A: memref<53x400xf32>, %x: memref<400xf32>, %y: memref<53xf32>,
               %z: memref<53xf32>) {
  affine.for %i = 0 to 53 {
    affine.for %j = 0 to 400 {
      %a = affine.load %A[%i, %j] : memref<53x400xf32>
      %b = affine.load %x[%j] : memref<400xf32>
      %c = affine.load %y[%i] : memref<53xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<53xf32>
    }
  }
  affine.for %i = 0 to 53 {
    %c = affine.load %y[%i] : memref<53xf32>
    %s = arith.mulf %c, %c : f32
    affine.store %s, %z[%i] : memref<53xf32>
  }
  return
}
