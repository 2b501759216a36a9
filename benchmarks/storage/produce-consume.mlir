// Each row is computed from the one before, element by element; the last row and
// the last column are results. (TOPLAS 2016, figure 2.)

func.func @produce_consume(%in: memref<?xf32> {polymem.shape = ["N"]},
                           %row: memref<?xf32> {polymem.shape = ["N"]},
                           %column: memref<?xf32> {polymem.shape = ["N"]},
                           %n: index {polymem.param = "N"}) {
  %A = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %A[0, %i] : memref<?x?xf32>
  }
  affine.for %t = 1 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%t - 1, %i] : memref<?x?xf32>
      %y = affine.load %in[%i] : memref<?xf32>
      %z = arith.mulf %x, %y : f32
      affine.store %z, %A[%t, %i] : memref<?x?xf32>
    }
  }
  affine.for %t = 0 to %n {
    %x = affine.load %A[%t, symbol(%n) - 1] : memref<?x?xf32>
    affine.store %x, %column[%t] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[symbol(%n) - 1, %i] : memref<?x?xf32>
    affine.store %x, %row[%i] : memref<?xf32>
  }
  memref.dealloc %A : memref<?x?xf32>
  return
}
