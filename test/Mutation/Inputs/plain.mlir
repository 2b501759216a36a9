// Memory on heap and stack: an array of sums, and a row of each block of rows.
func.func @plain(%A: memref<?x8xf32> {polymem.shape = ["N", 8]},
                 %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?x8xf32>
  %sums = memref.alloc(%N) : memref<?xf32>
  affine.for %i = 0 to %N {
    affine.store %zero, %sums[%i] : memref<?xf32>
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i, %j] : memref<?x8xf32>
      %s = affine.load %sums[%i] : memref<?xf32>
      %y = arith.addf %s, %x : f32
      affine.store %y, %sums[%i] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %N {
    %row = memref.alloca() : memref<2x8xf32>
    %s = affine.load %sums[%i] : memref<?xf32>
    affine.for %j = 0 to 8 {
      %x = affine.load %A[%i, %j] : memref<?x8xf32>
      %y = arith.mulf %x, %s : f32
      affine.store %y, %row[%j mod 2, %j] : memref<2x8xf32>
    }
    affine.for %j = 0 to 8 {
      %y = affine.load %row[(7 - %j) mod 2, 7 - %j] : memref<2x8xf32>
      affine.store %y, %B[%i, %j] : memref<?x8xf32>
    }
  }
  memref.dealloc %sums : memref<?xf32>
  return
}
