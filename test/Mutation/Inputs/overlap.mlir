// Asynchronous copies, each with its wait.
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#tile = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>
func.func @overlap(%A: memref<?xf32> {polymem.shape = ["N"]},
                   %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  scratch.tile (%i) = (%c0) to (%N) step (%c8) {
    %a = scratch.alloc(%N)[%i] : memref<?xf32, #box>
    %b = scratch.alloc(%N)[%i] : memref<?xf32, #box>
    %in = scratch.copy_in %A to %a over [#tile](%i, %N)
        : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
    scratch.wait %in
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%i, %N] {
      %x = affine.load %a[%ii] : memref<?xf32, #box>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %b[%ii] : memref<?xf32, #box>
    }
    %out = scratch.copy_out %b to %B over [#tile](%i, %N)
        : memref<?xf32, #box> to memref<?xf32> -> !scratch.token
    scratch.wait %out
  }
  return
}
