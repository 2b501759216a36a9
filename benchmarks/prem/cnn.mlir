// The forward pass of a convolution layer (PolyBench-NN, LARGE): 50 inputs of 75
// maps of 46x46, 40 filters of 6x6 in steps of 5. A filter is applied turned
// around.

#layer = #prem.plan<tile = [1, 20, 3, 9, 10, 6, 6], groups = [4, 2, 1, 1, 1, 1, 1]>

func.func @cnn(%out: memref<50x40x9x9xf32>, %W: memref<40x75x6x6xf32>,
               %inp: memref<50x75x46x46xf32>) {
  affine.for %n = 0 to 50 {
    affine.for %k = 0 to 40 {
      affine.for %p = 0 to 9 {
        affine.for %q = 0 to 9 {
          affine.for %c = 0 to 75 {
            affine.for %r = 0 to 6 {
              affine.for %s = 0 to 6 {
                %o = affine.load %out[%n, %k, %p, %q] : memref<50x40x9x9xf32>
                %w = affine.load %W[%k, %c, %r, %s] : memref<40x75x6x6xf32>
                %i = affine.load %inp[%n, %c, 5 * %p + 5 - %r, 5 * %q + 5 - %s]
                    : memref<50x75x46x46xf32>
                %prod = arith.mulf %w, %i : f32
                %sum = arith.addf %o, %prod : f32
                affine.store %sum, %out[%n, %k, %p, %q] : memref<50x40x9x9xf32>
              }
            }
          }
        }
      }
    }
  } {prem.plan = #layer}
  return
}
