func.func @types(%A: memref<?x4xf32> {polymem.shape = ["M", "4"]} loc("A"),
                 %B: memref<8x?xi1, strided<[?, 1], offset: 2>> loc("B"),
                 %C: memref<f64>, %D: memref<3xvector<3xf32>>, %V: memref<1xvector<2x3xi16>>,
                 %W: memref<1xvector<f32>>, %I: memref<2xi128>, %E: memref<2xindex>,
                 %F: memref<2xcomplex<f32>>, %G: memref<2xi24>,
                 %n: index loc("n"), %x: bf16, %y: i1) {
  return
}
func.func @bad_shape(%A: memref<?x?xf32> {polymem.shape = ["M"]}) {
  return
}
func.func @none() {
  return
}
