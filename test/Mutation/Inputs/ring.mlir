// The last three rows of A in a buffer that is used in turn.
#ring = #scratch.mapping<(d0, d1) -> (d0 mod 3, d1), extents = () -> (3, 16)>
#first = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + 1 >= 0, s0 - 3 >= 0, d1 >= 0, -d1 + 15 >= 0)>
#row = affine_set<(d0, d1)[s0] : (d0 - s0 == 0, d1 >= 0, -d1 + 15 >= 0)>
func.func @ring(%A: memref<?x16xf32> {polymem.shape = ["N", "16"]},
                %B: memref<?x16xf32> {polymem.shape = ["N", "16"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %N = memref.dim %A, %c0 : memref<?x16xf32>
  %b = scratch.alloc(%N) : memref<?x16xf32, #ring>
  scratch.copy_in %A to %b over [#first](%N) : memref<?x16xf32> to memref<?x16xf32, #ring>
  scratch.tile (%i) = (%c2) to (%N) step (%c1) {
    scratch.copy_in %A to %b over [#row](%i) : memref<?x16xf32> to memref<?x16xf32, #ring>
    affine.for %j = 0 to 16 {
      %x = affine.load %b[symbol(%i), %j] : memref<?x16xf32, #ring>
      %y = affine.load %b[symbol(%i) - 1, %j] : memref<?x16xf32, #ring>
      %z = affine.load %b[symbol(%i) - 2, %j] : memref<?x16xf32, #ring>
      %xy = arith.subf %x, %y : f32
      %xyz = arith.subf %xy, %z : f32
      affine.store %xyz, %B[symbol(%i), %j] : memref<?x16xf32>
    }
  }
  return
}
