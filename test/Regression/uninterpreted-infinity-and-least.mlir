// In the group that stands for sums, infinity and the least normal number made
// -0, which is neutral in every sum: parts of a sum were lost.

// RUN: polymem-run %s --emulate --compare --uninterpreted --sizes=N=5000 --pipeline=polymem-to-emulator

func.func @sum(%A: memref<?xf32> {polymem.shape = ["N"]}, %S: memref<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.store %zero, %S[] : memref<f32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %a fastmath<reassoc> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}
