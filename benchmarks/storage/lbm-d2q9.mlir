// The data flow of a lattice Boltzmann method with 9 velocities in two dimensions:
// all neighbours of the step before.

func.func @lbm_d2q9(%in: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                    %out: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                    %n: index {polymem.param = "N"}) {
  %A = memref.alloc(%n, %n, %n) : memref<?x?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %in[%i, %j] : memref<?x?xf32>
      affine.store %x, %A[0, %i, %j] : memref<?x?x?xf32>
    }
  }
  affine.for %t = 1 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        affine.if affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, s0 - 2 - d0 >= 0, d1 - 1 >= 0, s0 - 2 - d1 >= 0)>(%i, %j)[%n] {
          %x0 = affine.load %A[%t - 1, %i - 1, %j - 1] : memref<?x?x?xf32>
          %x1 = affine.load %A[%t - 1, %i - 1, %j] : memref<?x?x?xf32>
          %s1 = arith.addf %x0, %x1 : f32
          %x2 = affine.load %A[%t - 1, %i - 1, %j + 1] : memref<?x?x?xf32>
          %s2 = arith.addf %s1, %x2 : f32
          %x3 = affine.load %A[%t - 1, %i, %j - 1] : memref<?x?x?xf32>
          %s3 = arith.addf %s2, %x3 : f32
          %x4 = affine.load %A[%t - 1, %i, %j] : memref<?x?x?xf32>
          %s4 = arith.addf %s3, %x4 : f32
          %x5 = affine.load %A[%t - 1, %i, %j + 1] : memref<?x?x?xf32>
          %s5 = arith.addf %s4, %x5 : f32
          %x6 = affine.load %A[%t - 1, %i + 1, %j - 1] : memref<?x?x?xf32>
          %s6 = arith.addf %s5, %x6 : f32
          %x7 = affine.load %A[%t - 1, %i + 1, %j] : memref<?x?x?xf32>
          %s7 = arith.addf %s6, %x7 : f32
          %x8 = affine.load %A[%t - 1, %i + 1, %j + 1] : memref<?x?x?xf32>
          %s8 = arith.addf %s7, %x8 : f32
          affine.store %s8, %A[%t, %i, %j] : memref<?x?x?xf32>
        } else {
          %x = affine.load %A[%t - 1, %i, %j] : memref<?x?x?xf32>
          affine.store %x, %A[%t, %i, %j] : memref<?x?x?xf32>
        }
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %A[symbol(%n) - 1, %i, %j] : memref<?x?x?xf32>
      affine.store %x, %out[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %A : memref<?x?x?xf32>
  return
}
