func.func @tiled(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %n: index {polymem.param = "N"}, %m: index {polymem.param = "M"}) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
