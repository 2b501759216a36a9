// Divisions that are executed under conditions, and operations whose operands
// may not be exchanged.

func.func @division(%A: memref<?xi32> {polymem.shape = ["N"]},
                    %B: memref<?xi32> {polymem.shape = ["N"]},
                    %C: memref<?xf32> {polymem.shape = ["N"]},
                    %n: index {polymem.param = "N"},
                    %p: i32 {polymem.param = "P"}, %q: i32 {polymem.param = "Q"}) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %d = arith.divsi %p, %q : i32
    %y = arith.subi %x, %d : i32
    affine.store %y, %B[%i] : memref<?xi32>
  }
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%i) {
      %x = affine.load %B[%i - 4] : memref<?xi32>
      %r = arith.remui %p, %q : i32
      %y = arith.shrui %x, %r : i32
      affine.store %y, %A[%i] : memref<?xi32>
      %c = affine.load %C[%i - 1] : memref<?xf32>
      %e = affine.load %C[%i] : memref<?xf32>
      %m = arith.maxnumf %c, %e : f32
      %z = arith.divf %m, %c : f32
      affine.store %z, %C[%i] : memref<?xf32>
    }
  }
  return
}
