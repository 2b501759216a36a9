// RUN: polymem-run %s --check --compare --pipeline=polymem-demote-scalars --sizes N=2000

// Six million cells would not fit on the stack.

func.func @big(%A: memref<?xf32> {polymem.shape = ["N"]}, %n: index {polymem.param = "N"}) {
  affine.for %i = 0 to %n {
    affine.for %k = 0 to 3000 {
    %a = affine.load %A[%i] : memref<?xf32>
    %e = math.exp %a : f32
    %m = arith.negf %e : f32
    affine.for %j = 0 to 2 {
      %b = affine.load %A[%i] : memref<?xf32>
      %w = arith.addf %b, %m : f32
      affine.store %w, %A[%i] : memref<?xf32>
    }
    }
  }
  return
}
