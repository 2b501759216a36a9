// The forward pass of a maximum pooling layer (PolyBench-NN, LARGE): 150 inputs of
// 120 maps of 100x100, windows of 15x15 in steps of 10.

#layer = #prem.plan<tile = [1, 1, 9, 9], groups = [8, 1, 1, 1]>

func.func @maxpool(%out: memref<150x120x9x9xf32>, %inp: memref<150x120x100x100xf32>) {
  %first = arith.constant 0xFF800000 : f32
  affine.for %n = 0 to 150 {
    affine.for %d = 0 to 120 {
      affine.for %r = 0 to 9 {
        affine.for %c = 0 to 9 {
          %all = affine.for %h = 0 to 15 iter_args(%v = %first) -> f32 {
            %row = affine.for %w = 0 to 15 iter_args(%u = %v) -> f32 {
              %x = affine.load %inp[%n, %d, 10 * %r + %h, 10 * %c + %w]
                  : memref<150x120x100x100xf32>
              %next = arith.maximumf %u, %x : f32
              affine.yield %next : f32
            }
            affine.yield %row : f32
          }
          affine.store %all, %out[%n, %d, %r, %c] : memref<150x120x9x9xf32>
        }
      }
    }
  } {prem.plan = #layer}
  return
}
