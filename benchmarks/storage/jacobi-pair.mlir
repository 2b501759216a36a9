// Two arrays without a time dimension that are smoothed back and forth: upwards from
// the first into the second, downwards into the first again.

func.func @jacobi_pair(%in: memref<?xf32> {polymem.shape = ["N"]},
                       %out: memref<?xf32> {polymem.shape = ["N"]},
                       %n: index {polymem.param = "N"}) {
  %A = memref.alloc(%n) : memref<?xf32>
  %B = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %in[%i] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
      %c = affine.load %A[%i] : memref<?xf32>
      %r = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%i)[%n] -> f32 {
        %v = affine.load %A[%i + 1] : memref<?xf32>
        affine.yield %v : f32
      } else {
        affine.yield %c : f32
      }
      %l = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) -> f32 {
        %v = affine.load %A[%i - 1] : memref<?xf32>
        affine.yield %v : f32
      } else {
        affine.yield %c : f32
      }
      %lc = arith.addf %l, %c : f32
      %lcr = arith.addf %lc, %r : f32
      affine.store %lcr, %B[%i] : memref<?xf32>
    }
    affine.for %j = 0 to %n {
      %c = affine.load %B[-%j + symbol(%n) - 1] : memref<?xf32>
      %r = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) -> f32 {
        %v = affine.load %B[-%j + symbol(%n)] : memref<?xf32>
        affine.yield %v : f32
      } else {
        affine.yield %c : f32
      }
      %l = affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%j)[%n] -> f32 {
        %v = affine.load %B[-%j + symbol(%n) - 2] : memref<?xf32>
        affine.yield %v : f32
      } else {
        affine.yield %c : f32
      }
      %lc = arith.addf %l, %c : f32
      %lcr = arith.addf %lc, %r : f32
      affine.store %lcr, %A[-%j + symbol(%n) - 1] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %out[%i] : memref<?xf32>
  }
  memref.dealloc %A : memref<?xf32>
  memref.dealloc %B : memref<?xf32>
  return
}
