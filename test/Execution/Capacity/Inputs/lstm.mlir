// A gate of an LSTM network over T steps, with S cells and inputs of length P.

func.func @lstm(%U: memref<?x?xf32> {polymem.shape = ["S", "P"]}, %W: memref<?x?xf32> {polymem.shape = ["S", "S"]},
    %x: memref<?x?xf32> {polymem.shape = ["T", "P"]}, %h: memref<?x?xf32> {polymem.shape = ["T", "S"]}, %c: memref<?x?xf32> {polymem.shape = ["T", "S"]},
    %i: memref<?xf32> {polymem.shape = ["S"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %S = memref.dim %U, %c0 : memref<?x?xf32>
  %P = memref.dim %U, %c1 : memref<?x?xf32>
  %T = memref.dim %x, %c0 : memref<?x?xf32>
  affine.for %t = 0 to %T {
    affine.for %s = 0 to %S {
      affine.store %zero, %i[%s] : memref<?xf32>
      affine.for %p = 0 to %P {
        %u = affine.load %U[%s, %p] : memref<?x?xf32>
        %y = affine.load %x[%t, %p] : memref<?x?xf32>
        %m = arith.mulf %u, %y : f32
        %o = affine.load %i[%s] : memref<?xf32>
        %n = arith.addf %o, %m : f32
        affine.store %n, %i[%s] : memref<?xf32>
      }
      affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
        affine.for %r = 0 to %S {
          %w = affine.load %W[%s, %r] : memref<?x?xf32>
          %y = affine.load %h[%t - 1, %r] : memref<?x?xf32>
          %m = arith.mulf %w, %y : f32
          %o = affine.load %i[%s] : memref<?xf32>
          %n = arith.addf %o, %m : f32
          affine.store %n, %i[%s] : memref<?xf32>
        }
        %d = affine.load %c[%t - 1, %s] : memref<?x?xf32>
        %g = affine.load %i[%s] : memref<?xf32>
        %e = arith.mulf %d, %g : f32
        %f = arith.addf %e, %g : f32
        affine.store %f, %c[%t, %s] : memref<?x?xf32>
      }
      %e = affine.load %c[%t, %s] : memref<?x?xf32>
      %g = affine.load %i[%s] : memref<?xf32>
      %q = arith.mulf %e, %g : f32
      affine.store %q, %h[%t, %s] : memref<?x?xf32>
    }
  }
  return
}
