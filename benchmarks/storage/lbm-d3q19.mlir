// The data flow of a lattice Boltzmann method with 19 velocities in three
// dimensions: the neighbours of the step before that differ in at most two.

func.func @lbm_d3q19(%in: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]},
                     %out: memref<?x?x?xf32> {polymem.shape = ["N", "N", "N"]},
                     %n: index {polymem.param = "N"}) {
  %A = memref.alloc(%n, %n, %n, %n) : memref<?x?x?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %x = affine.load %in[%i, %j, %k] : memref<?x?x?xf32>
        affine.store %x, %A[0, %i, %j, %k] : memref<?x?x?x?xf32>
      }
    }
  }
  affine.for %t = 1 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        affine.for %k = 0 to %n {
          affine.if affine_set<(d0, d1, d2)[s0] : (d0 - 1 >= 0, s0 - 2 - d0 >= 0, d1 - 1 >= 0, s0 - 2 - d1 >= 0, d2 - 1 >= 0, s0 - 2 - d2 >= 0)>(%i, %j, %k)[%n] {
            %x0 = affine.load %A[%t - 1, %i - 1, %j - 1, %k] : memref<?x?x?x?xf32>
            %x1 = affine.load %A[%t - 1, %i - 1, %j, %k - 1] : memref<?x?x?x?xf32>
            %s1 = arith.addf %x0, %x1 : f32
            %x2 = affine.load %A[%t - 1, %i - 1, %j, %k] : memref<?x?x?x?xf32>
            %s2 = arith.addf %s1, %x2 : f32
            %x3 = affine.load %A[%t - 1, %i - 1, %j, %k + 1] : memref<?x?x?x?xf32>
            %s3 = arith.addf %s2, %x3 : f32
            %x4 = affine.load %A[%t - 1, %i - 1, %j + 1, %k] : memref<?x?x?x?xf32>
            %s4 = arith.addf %s3, %x4 : f32
            %x5 = affine.load %A[%t - 1, %i, %j - 1, %k - 1] : memref<?x?x?x?xf32>
            %s5 = arith.addf %s4, %x5 : f32
            %x6 = affine.load %A[%t - 1, %i, %j - 1, %k] : memref<?x?x?x?xf32>
            %s6 = arith.addf %s5, %x6 : f32
            %x7 = affine.load %A[%t - 1, %i, %j - 1, %k + 1] : memref<?x?x?x?xf32>
            %s7 = arith.addf %s6, %x7 : f32
            %x8 = affine.load %A[%t - 1, %i, %j, %k - 1] : memref<?x?x?x?xf32>
            %s8 = arith.addf %s7, %x8 : f32
            %x9 = affine.load %A[%t - 1, %i, %j, %k] : memref<?x?x?x?xf32>
            %s9 = arith.addf %s8, %x9 : f32
            %x10 = affine.load %A[%t - 1, %i, %j, %k + 1] : memref<?x?x?x?xf32>
            %s10 = arith.addf %s9, %x10 : f32
            %x11 = affine.load %A[%t - 1, %i, %j + 1, %k - 1] : memref<?x?x?x?xf32>
            %s11 = arith.addf %s10, %x11 : f32
            %x12 = affine.load %A[%t - 1, %i, %j + 1, %k] : memref<?x?x?x?xf32>
            %s12 = arith.addf %s11, %x12 : f32
            %x13 = affine.load %A[%t - 1, %i, %j + 1, %k + 1] : memref<?x?x?x?xf32>
            %s13 = arith.addf %s12, %x13 : f32
            %x14 = affine.load %A[%t - 1, %i + 1, %j - 1, %k] : memref<?x?x?x?xf32>
            %s14 = arith.addf %s13, %x14 : f32
            %x15 = affine.load %A[%t - 1, %i + 1, %j, %k - 1] : memref<?x?x?x?xf32>
            %s15 = arith.addf %s14, %x15 : f32
            %x16 = affine.load %A[%t - 1, %i + 1, %j, %k] : memref<?x?x?x?xf32>
            %s16 = arith.addf %s15, %x16 : f32
            %x17 = affine.load %A[%t - 1, %i + 1, %j, %k + 1] : memref<?x?x?x?xf32>
            %s17 = arith.addf %s16, %x17 : f32
            %x18 = affine.load %A[%t - 1, %i + 1, %j + 1, %k] : memref<?x?x?x?xf32>
            %s18 = arith.addf %s17, %x18 : f32
            affine.store %s18, %A[%t, %i, %j, %k] : memref<?x?x?x?xf32>
          } else {
            %x = affine.load %A[%t - 1, %i, %j, %k] : memref<?x?x?x?xf32>
            affine.store %x, %A[%t, %i, %j, %k] : memref<?x?x?x?xf32>
          }
        }
      }
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %x = affine.load %A[symbol(%n) - 1, %i, %j, %k] : memref<?x?x?x?xf32>
        affine.store %x, %out[%i, %j, %k] : memref<?x?x?xf32>
      }
    }
  }
  memref.dealloc %A : memref<?x?x?x?xf32>
  return
}
