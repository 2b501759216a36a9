// One tile of a five-point stencil in two dimensions, skewed: what the tiles after it
// need of each step are the last two lines in both directions.

func.func @heat_2d_tiled(%in: memref<?x?x?xf32> {polymem.shape = ["B", "B + 2", "B + 2"]},
                         %nexti: memref<?x?x2xf32> {polymem.shape = ["B", "B", "2"]},
                         %nextj: memref<?x?x2xf32> {polymem.shape = ["B", "B", "2"]},
                         %b: index {polymem.param = "B"}) {
  %A = memref.alloc(%b, %b, %b) : memref<?x?x?xf32>
  affine.for %t = 0 to %b {
    affine.for %i = 0 to %b {
      affine.for %j = 0 to %b {
        %x0 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 2 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 2, %j - 1] : memref<?x?x?xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i, %j + 1] : memref<?x?x?xf32>
          affine.yield %u : f32
        }
        %x1 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0, d2 - 2 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j - 2] : memref<?x?x?xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j] : memref<?x?x?xf32>
          affine.yield %u : f32
        }
        %x2 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j - 1] : memref<?x?x?xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j + 1] : memref<?x?x?xf32>
          affine.yield %u : f32
        }
        %x3 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j] : memref<?x?x?xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j + 2] : memref<?x?x?xf32>
          affine.yield %u : f32
        }
        %x4 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i, %j - 1] : memref<?x?x?xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 2, %j + 1] : memref<?x?x?xf32>
          affine.yield %u : f32
        }
        %s1 = arith.addf %x0, %x1 : f32
        %s2 = arith.addf %s1, %x2 : f32
        %s3 = arith.addf %s2, %x3 : f32
        %s4 = arith.addf %s3, %x4 : f32
        affine.store %s4, %A[%t, %i, %j] : memref<?x?x?xf32>
      }
    }
  }
  affine.for %t = 0 to %b {
    affine.for %p = 0 to %b {
      affine.for %k = 0 to 2 {
        affine.if affine_set<(d0)[s0] : (s0 - 2 + d0 >= 0)>(%k)[%b] {
          %x = affine.load %A[%t, %k + symbol(%b) - 2, %p] : memref<?x?x?xf32>
          affine.store %x, %nexti[%t, %p, %k] : memref<?x?x2xf32>
        }
      }
    }
  }
  affine.for %t = 0 to %b {
    affine.for %p = 0 to %b {
      affine.for %k = 0 to 2 {
        affine.if affine_set<(d0)[s0] : (s0 - 2 + d0 >= 0)>(%k)[%b] {
          %x = affine.load %A[%t, %p, %k + symbol(%b) - 2] : memref<?x?x?xf32>
          affine.store %x, %nextj[%t, %p, %k] : memref<?x?x2xf32>
        }
      }
    }
  }
  memref.dealloc %A : memref<?x?x?xf32>
  return
}
