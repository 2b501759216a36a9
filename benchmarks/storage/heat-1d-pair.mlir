// A smoothed row and its copy in each of N steps, each value in an element of its
// own. A step takes the cells of the one before. (The two arrays of a double buffer,
// with time as a dimension.)

func.func @heat_1d_pair(%in: memref<?xf32> {polymem.shape = ["N"]},
                        %out: memref<?xf32> {polymem.shape = ["N"]},
                        %n: index {polymem.param = "N"}) {
  %A = memref.alloc(%n, %n) : memref<?x?xf32>
  %B = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %A[0, %i] : memref<?x?xf32>
  }
  affine.for %t = 1 to %n {
    affine.for %i = 0 to %n {
      %c = affine.load %A[%t - 1, %i] : memref<?x?xf32>
      %l = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> f32 {
        %v = affine.load %A[%t - 1, %i - 1] : memref<?x?xf32>
        affine.yield %v : f32
      } else {
        affine.yield %c : f32
      }
      %r = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%i)[%n] -> f32 {
        %v = affine.load %A[%t - 1, %i + 1] : memref<?x?xf32>
        affine.yield %v : f32
      } else {
        affine.yield %c : f32
      }
      %lc = arith.addf %l, %c : f32
      %lcr = arith.addf %lc, %r : f32
      affine.store %lcr, %B[%t, %i] : memref<?x?xf32>
    }
    affine.for %i = 0 to %n {
      %x = affine.load %B[%t, %i] : memref<?x?xf32>
      affine.store %x, %A[%t, %i] : memref<?x?xf32>
    }
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[symbol(%n) - 1, %i] : memref<?x?xf32>
    affine.store %x, %out[%i] : memref<?xf32>
  }
  memref.dealloc %A : memref<?x?xf32>
  memref.dealloc %B : memref<?x?xf32>
  return
}
