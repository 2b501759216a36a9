// The tile of heat-2d-tiled.mlir with constant sizes.

func.func @heat_2d_tiled_3(%in: memref<3x5x5xf32> {polymem.shape = ["3", "5", "5"]},
                           %nexti: memref<3x3x2xf32> {polymem.shape = ["3", "3", "2"]},
                           %nextj: memref<3x3x2xf32> {polymem.shape = ["3", "3", "2"]}) {
  %A = memref.alloc() : memref<3x3x3xf32>
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 3 {
        %x0 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 2 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 2, %j - 1] : memref<3x3x3xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i, %j + 1] : memref<3x5x5xf32>
          affine.yield %u : f32
        }
        %x1 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0, d2 - 2 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j - 2] : memref<3x3x3xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j] : memref<3x5x5xf32>
          affine.yield %u : f32
        }
        %x2 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j - 1] : memref<3x3x3xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j + 1] : memref<3x5x5xf32>
          affine.yield %u : f32
        }
        %x3 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j] : memref<3x3x3xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j + 2] : memref<3x5x5xf32>
          affine.yield %u : f32
        }
        %x4 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i, %j - 1] : memref<3x3x3xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 2, %j + 1] : memref<3x5x5xf32>
          affine.yield %u : f32
        }
        %s1 = arith.addf %x0, %x1 : f32
        %s2 = arith.addf %s1, %x2 : f32
        %s3 = arith.addf %s2, %x3 : f32
        %s4 = arith.addf %s3, %x4 : f32
        affine.store %s4, %A[%t, %i, %j] : memref<3x3x3xf32>
      }
    }
  }
  affine.for %t = 0 to 3 {
    affine.for %p = 0 to 3 {
      affine.for %k = 0 to 2 {
        %x = affine.load %A[%t, %k + 1, %p] : memref<3x3x3xf32>
        affine.store %x, %nexti[%t, %p, %k] : memref<3x3x2xf32>
      }
    }
  }
  affine.for %t = 0 to 3 {
    affine.for %p = 0 to 3 {
      affine.for %k = 0 to 2 {
        %x = affine.load %A[%t, %p, %k + 1] : memref<3x3x3xf32>
        affine.store %x, %nextj[%t, %p, %k] : memref<3x3x2xf32>
      }
    }
  }
  memref.dealloc %A : memref<3x3x3xf32>
  return
}

func.func @heat_2d_tiled_4(%in: memref<4x6x6xf32> {polymem.shape = ["4", "6", "6"]},
                           %nexti: memref<4x4x2xf32> {polymem.shape = ["4", "4", "2"]},
                           %nextj: memref<4x4x2xf32> {polymem.shape = ["4", "4", "2"]}) {
  %A = memref.alloc() : memref<4x4x4xf32>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %x0 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 2 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 2, %j - 1] : memref<4x4x4xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i, %j + 1] : memref<4x6x6xf32>
          affine.yield %u : f32
        }
        %x1 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0, d2 - 2 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j - 2] : memref<4x4x4xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j] : memref<4x6x6xf32>
          affine.yield %u : f32
        }
        %x2 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j - 1] : memref<4x4x4xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j + 1] : memref<4x6x6xf32>
          affine.yield %u : f32
        }
        %x3 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i - 1, %j] : memref<4x4x4xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 1, %j + 2] : memref<4x6x6xf32>
          affine.yield %u : f32
        }
        %x4 = affine.if affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d2 - 1 >= 0)>(%t, %i, %j) -> f32 {
          %u = affine.load %A[%t - 1, %i, %j - 1] : memref<4x4x4xf32>
          affine.yield %u : f32
        } else {
          %u = affine.load %in[%t, %i + 2, %j + 1] : memref<4x6x6xf32>
          affine.yield %u : f32
        }
        %s1 = arith.addf %x0, %x1 : f32
        %s2 = arith.addf %s1, %x2 : f32
        %s3 = arith.addf %s2, %x3 : f32
        %s4 = arith.addf %s3, %x4 : f32
        affine.store %s4, %A[%t, %i, %j] : memref<4x4x4xf32>
      }
    }
  }
  affine.for %t = 0 to 4 {
    affine.for %p = 0 to 4 {
      affine.for %k = 0 to 2 {
        %x = affine.load %A[%t, %k + 2, %p] : memref<4x4x4xf32>
        affine.store %x, %nexti[%t, %p, %k] : memref<4x4x2xf32>
      }
    }
  }
  affine.for %t = 0 to 4 {
    affine.for %p = 0 to 4 {
      affine.for %k = 0 to 2 {
        %x = affine.load %A[%t, %p, %k + 2] : memref<4x4x4xf32>
        affine.store %x, %nextj[%t, %p, %k] : memref<4x4x2xf32>
      }
    }
  }
  memref.dealloc %A : memref<4x4x4xf32>
  return
}
