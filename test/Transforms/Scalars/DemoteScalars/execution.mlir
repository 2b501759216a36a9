// RUN: polymem-run %s --check --compare --pipeline=polymem-demote-scalars \
// RUN:   --sizes N=1 --sizes N=7 --sizes N=0

// The results are the same, bit by bit.

func.func @carried(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                   %y: memref<?xf32> {polymem.shape = ["N"]},
                   %n: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %r:2 = affine.for %k = 0 to %n iter_args(%acc = %zero, %m = %zero) -> (f32, f32) {
      %a = affine.load %A[%i, %k] : memref<?x?xf32>
      %v = affine.load %y[%k] : memref<?xf32>
      %p = arith.mulf %a, %v : f32
      %s = arith.addf %acc, %p : f32
      %x = arith.addf %m, %s : f32
      affine.yield %x, %s : f32, f32
    }
    %d = arith.subf %r#0, %r#1 : f32
    affine.store %d, %y[%i] : memref<?xf32>
    affine.for %k = 0 to %n {
      affine.store %d, %A[%k, %i] : memref<?x?xf32>
    }
  }
  return
}
