
func.func @dynprog(%sum: memref<?x?x?xf32>, %W: memref<?x?xf32>, %c: memref<?x?xf32>, %out: memref<f32>, %len: index, %steps: index, %zero: f32) {
  affine.for %t = 0 to %steps {
    affine.for %i = 0 to %len {
      affine.for %j = 0 to %len {
        affine.store %zero, %c[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to affine_map<()[s0] -> (s0 - 1)>()[%len] {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %len {
        affine.store %zero, %sum[%i, %j, %i] : memref<?x?x?xf32>
        affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0)>(%j) {
          %0 = affine.load %sum[%i, %j, %k - 1] : memref<?x?x?xf32>
          %1 = affine.load %c[%i, %k] : memref<?x?xf32>
          %2 = affine.load %c[%k, %j] : memref<?x?xf32>
          %3 = arith.addf %0, %1 : f32
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %sum[%i, %j, %k] : memref<?x?x?xf32>
        }
        %5 = affine.load %sum[%i, %j, %j - 1] : memref<?x?x?xf32>
        %6 = affine.load %W[%i, %j] : memref<?x?xf32>
        %7 = arith.addf %5, %6 : f32
        affine.store %7, %c[%i, %j] : memref<?x?xf32>
      }
    }
    %8 = affine.load %out[] : memref<f32>
    %9 = affine.load %c[0, symbol(%len) - 1] : memref<?x?xf32>
    %10 = arith.addf %8, %9 : f32
    affine.store %10, %out[] : memref<f32>
  }
  return
}
