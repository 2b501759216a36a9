// A smoothed plane and its copy in each of N steps, each value in an element of its
// own. A step takes the cells of the one before. (The two arrays of a double buffer,
// with time as a dimension.)

func.func @heat_2d_pair(%in: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                        %out: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                        %n: index {polymem.param = "N"}) {
  %A = memref.alloc(%n, %n, %n) : memref<?x?x?xf32>
  %B = memref.alloc(%n, %n, %n) : memref<?x?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %in[%i, %j] : memref<?x?xf32>
      affine.store %x, %A[0, %i, %j] : memref<?x?x?xf32>
    }
  }
  affine.for %t = 1 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %c = affine.load %A[%t - 1, %i, %j] : memref<?x?x?xf32>
        %nw = affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, d1 - 1 >= 0)>(%i, %j) -> f32 {
          %v = affine.load %A[%t - 1, %i - 1, %j - 1] : memref<?x?x?xf32>
          affine.yield %v : f32
        } else {
          affine.yield %c : f32
        }
        %n0 = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> f32 {
          %v = affine.load %A[%t - 1, %i - 1, %j] : memref<?x?x?xf32>
          affine.yield %v : f32
        } else {
          affine.yield %c : f32
        }
        %w = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) -> f32 {
          %v = affine.load %A[%t - 1, %i, %j - 1] : memref<?x?x?xf32>
          affine.yield %v : f32
        } else {
          affine.yield %c : f32
        }
        %e = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%n] -> f32 {
          %v = affine.load %A[%t - 1, %i, %j + 1] : memref<?x?x?xf32>
          affine.yield %v : f32
        } else {
          affine.yield %c : f32
        }
        %s = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%i)[%n] -> f32 {
          %v = affine.load %A[%t - 1, %i + 1, %j] : memref<?x?x?xf32>
          affine.yield %v : f32
        } else {
          affine.yield %c : f32
        }
        %se = affine.if affine_set<(d0, d1)[s0] : (s0 - d0 - 2 >= 0, s0 - d1 - 2 >= 0)>(%i, %j)[%n] -> f32 {
          %v = affine.load %A[%t - 1, %i + 1, %j + 1] : memref<?x?x?xf32>
          affine.yield %v : f32
        } else {
          affine.yield %c : f32
        }
        %s0 = arith.addf %c, %nw : f32
        %s1 = arith.addf %s0, %n0 : f32
        %s2 = arith.addf %s1, %w : f32
        %s3 = arith.addf %s2, %e : f32
        %s4 = arith.addf %s3, %s : f32
        %s5 = arith.addf %s4, %se : f32
        affine.store %s5, %B[%t, %i, %j] : memref<?x?x?xf32>
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %x = affine.load %B[%t, %i, %j] : memref<?x?x?xf32>
        affine.store %x, %A[%t, %i, %j] : memref<?x?x?xf32>
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
  memref.dealloc %B : memref<?x?x?xf32>
  return
}
