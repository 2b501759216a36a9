// Comparing the set of elements that the tile writes with another took a
// constraint from it (isl changed an operand), and a buffer's copies were those
// of the larger set: elements that nobody had copied in or written were copied
// out.

// RUN: polymem-run %s --compare --uninterpreted --check-bounds \
// RUN:   --pipeline='builtin.module(func.func(polymem-tile{sizes=3,2,8},scratch-promote{promote-all movement=exact},convert-scratch-to-memref))'

func.func @f(%A: memref<9x23xf64>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to min affine_map<(d) -> (7, d + 3)>(%i) {
      affine.for %k = affine_map<(d) -> (d floordiv 2)>(%j) to 5 step 4 {
        affine.if affine_set<(a, b) : (a - b == 0)>(%k, %i) {
          %0 = affine.load %A[%i, %j] : memref<9x23xf64>
          affine.store %0, %A[%i, %k + 2] : memref<9x23xf64>
        }
      }
    }
  }
  return
}
