
func.func @reg_detect(%diff: memref<?x?x?xf32>, %path: memref<?x?xf32>, %mean: memref<?x?xf32>, %tang: memref<?x?xf32>, %sum: memref<?x?x?xf32>, %grid: index, %len: index, %niter: index) {
  affine.for %t = 0 to %niter {
    affine.for %j = 0 to %grid {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to %grid {
        affine.for %cnt = 0 to %len {
          %0 = affine.load %tang[%j, %i] : memref<?x?xf32>
          affine.store %0, %diff[%j, %i, %cnt] : memref<?x?x?xf32>
        }
      }
    }
    affine.for %j = 0 to %grid {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to %grid {
        %0 = affine.load %diff[%j, %i, 0] : memref<?x?x?xf32>
        affine.store %0, %sum[%j, %i, 0] : memref<?x?x?xf32>
        affine.for %cnt = 1 to %len {
          %1 = affine.load %sum[%j, %i, %cnt - 1] : memref<?x?x?xf32>
          %2 = affine.load %diff[%j, %i, %cnt] : memref<?x?x?xf32>
          %3 = arith.addf %1, %2 : f32
          affine.store %3, %sum[%j, %i, %cnt] : memref<?x?x?xf32>
        }
        %4 = affine.load %sum[%j, %i, symbol(%len) - 1] : memref<?x?x?xf32>
        affine.store %4, %mean[%j, %i] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %grid {
      %0 = affine.load %mean[0, %i] : memref<?x?xf32>
      affine.store %0, %path[0, %i] : memref<?x?xf32>
    }
    affine.for %j = 1 to %grid {
      affine.for %i = affine_map<(d0) -> (d0)>(%j) to %grid {
        %0 = affine.load %path[%j - 1, %i - 1] : memref<?x?xf32>
        %1 = affine.load %mean[%j, %i] : memref<?x?xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %path[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
