// conv2d: 2-D convolution, layouts NCHW (input), KCRS (weights) and NKPQ
// (output), unit stride, no padding: seven loops.

func.func @conv2d_f32(
    %I: memref<?x?x?x?xf32> {polymem.shape = ["N", "C", "P + R - 1", "Q + S - 1"]},
    %W: memref<?x?x?x?xf32> {polymem.shape = ["K", "C", "R", "S"]},
    %O: memref<?x?x?x?xf32> {polymem.shape = ["N", "K", "P", "Q"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %O, %c0 : memref<?x?x?x?xf32>
  %K = memref.dim %O, %c1 : memref<?x?x?x?xf32>
  %P = memref.dim %O, %c2 : memref<?x?x?x?xf32>
  %Q = memref.dim %O, %c3 : memref<?x?x?x?xf32>
  %C = memref.dim %W, %c1 : memref<?x?x?x?xf32>
  %R = memref.dim %W, %c2 : memref<?x?x?x?xf32>
  %S = memref.dim %W, %c3 : memref<?x?x?x?xf32>
  affine.for %n = 0 to %N {
    affine.for %k = 0 to %K {
      affine.for %p = 0 to %P {
        affine.for %q = 0 to %Q {
          affine.store %zero, %O[%n, %k, %p, %q] : memref<?x?x?x?xf32>
          affine.for %c = 0 to %C {
            affine.for %r = 0 to %R {
              affine.for %s = 0 to %S {
                %i = affine.load %I[%n, %c, %p + %r, %q + %s] : memref<?x?x?x?xf32>
                %w = affine.load %W[%k, %c, %r, %s] : memref<?x?x?x?xf32>
                %sum = affine.load %O[%n, %k, %p, %q] : memref<?x?x?x?xf32>
                %iw = arith.mulf %i, %w : f32
                %next = arith.addf %sum, %iw : f32
                affine.store %next, %O[%n, %k, %p, %q] : memref<?x?x?x?xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// The same in double precision (kept equal by test/Execution/precisions.test).
//===----------------------------------------------------------------------===//

func.func @conv2d_f64(
    %I: memref<?x?x?x?xf64> {polymem.shape = ["N", "C", "P + R - 1", "Q + S - 1"]},
    %W: memref<?x?x?x?xf64> {polymem.shape = ["K", "C", "R", "S"]},
    %O: memref<?x?x?x?xf64> {polymem.shape = ["N", "K", "P", "Q"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %O, %c0 : memref<?x?x?x?xf64>
  %K = memref.dim %O, %c1 : memref<?x?x?x?xf64>
  %P = memref.dim %O, %c2 : memref<?x?x?x?xf64>
  %Q = memref.dim %O, %c3 : memref<?x?x?x?xf64>
  %C = memref.dim %W, %c1 : memref<?x?x?x?xf64>
  %R = memref.dim %W, %c2 : memref<?x?x?x?xf64>
  %S = memref.dim %W, %c3 : memref<?x?x?x?xf64>
  affine.for %n = 0 to %N {
    affine.for %k = 0 to %K {
      affine.for %p = 0 to %P {
        affine.for %q = 0 to %Q {
          affine.store %zero, %O[%n, %k, %p, %q] : memref<?x?x?x?xf64>
          affine.for %c = 0 to %C {
            affine.for %r = 0 to %R {
              affine.for %s = 0 to %S {
                %i = affine.load %I[%n, %c, %p + %r, %q + %s] : memref<?x?x?x?xf64>
                %w = affine.load %W[%k, %c, %r, %s] : memref<?x?x?x?xf64>
                %sum = affine.load %O[%n, %k, %p, %q] : memref<?x?x?x?xf64>
                %iw = arith.mulf %i, %w : f64
                %next = arith.addf %sum, %iw : f64
                affine.store %next, %O[%n, %k, %p, %q] : memref<?x?x?x?xf64>
              }
            }
          }
        }
      }
    }
  }
  return
}
