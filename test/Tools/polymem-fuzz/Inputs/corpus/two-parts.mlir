// Functions of others, in two parts, one of which is no program.
func.func @add(%A: memref<8xi32>, %n: index) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xi32>
    %b = arith.addi %a, %a : i32
    affine.store %b, %A[%i] : memref<8xi32>
  }
  return
}
func.func private @callee()
func.func @calls(%A: memref<?xf32>) {
  call @callee() : () -> ()
  return
}

// -----

func.func @wrong( {
