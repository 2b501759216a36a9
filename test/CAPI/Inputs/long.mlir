// Hours of work, in one launch, and in many.
func.func @long(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %t = 0 to 30000000 {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = arith.mulf %a, %half : f32
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
