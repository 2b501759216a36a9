// A convolution layer of GoogLeNet with 3x3 filters (Gu 2023, table 6.6): 96
// maps of 28x28, with a border of zeros, to 128. A filter is applied turned
// around.

#layer = #prem.plan<tile = [32, 14, 28, 3, 3, 3], groups = [4, 2, 1, 1, 1, 1]>

func.func @googlenet(%out: memref<128x28x28xf32>, %W: memref<128x96x3x3xf32>,
                     %inp: memref<96x30x30xf32>) {
  affine.for %k = 0 to 128 {
    affine.for %p = 0 to 28 {
      affine.for %q = 0 to 28 {
        affine.for %c = 0 to 96 {
          affine.for %r = 0 to 3 {
            affine.for %s = 0 to 3 {
              %o = affine.load %out[%k, %p, %q] : memref<128x28x28xf32>
              %w = affine.load %W[%k, %c, %r, %s] : memref<128x96x3x3xf32>
              %i = affine.load %inp[%c, %p + 2 - %r, %q + 2 - %s] : memref<96x30x30xf32>
              %prod = arith.mulf %w, %i : f32
              %sum = arith.addf %o, %prod : f32
              affine.store %sum, %out[%k, %p, %q] : memref<128x28x28xf32>
            }
          }
        }
      }
    }
  } {prem.plan = #layer}
  return
}
