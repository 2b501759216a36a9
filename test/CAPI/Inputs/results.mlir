func.func @results(%A: memref<?xf32>, %x: i8) -> (i8, index, f64, i1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  %sum = affine.for %i = 0 to %n iter_args(%s = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<?xf32>
    %t = arith.addf %s, %a : f32
    affine.yield %t : f32
  }
  %wide = arith.extf %sum : f32 to f64
  %positive = arith.cmpf ogt, %sum, %zero : f32
  return %x, %n, %wide, %positive : i8, index, f64, i1
}
