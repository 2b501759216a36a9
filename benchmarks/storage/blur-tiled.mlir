// One tile of a blur: a line is blurred in one direction, then, with what the
// lines before left, in the other; its last two columns are for the next tile.

func.func @blur_tiled(%in: memref<?x?xf32> {polymem.shape = ["B", "B + 2"]},
                      %out: memref<?x?xf32> {polymem.shape = ["B", "B"]},
                      %next: memref<?x2xf32> {polymem.shape = ["B", "2"]},
                      %b: index {polymem.param = "B"}) {
  %blurx = memref.alloc(%b, %b) : memref<?x?xf32>
  affine.for %y = 0 to %b {
    affine.for %x = 0 to %b {
      %p = affine.load %in[%y, %x] : memref<?x?xf32>
      %q = affine.load %in[%y, %x + 1] : memref<?x?xf32>
      %r = affine.load %in[%y, %x + 2] : memref<?x?xf32>
      %pq = arith.addf %p, %q : f32
      %pqr = arith.addf %pq, %r : f32
      affine.store %pqr, %blurx[%y, %x] : memref<?x?xf32>
    }
    affine.for %x = 2 to %b {
      %p = affine.load %blurx[%y, %x - 2] : memref<?x?xf32>
      %q = affine.load %blurx[%y, %x - 1] : memref<?x?xf32>
      %r = affine.load %blurx[%y, %x] : memref<?x?xf32>
      %pq = arith.addf %p, %q : f32
      %pqr = arith.addf %pq, %r : f32
      affine.store %pqr, %out[%y, %x] : memref<?x?xf32>
    }
  }
  affine.for %y = 0 to %b {
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0)[s0] : (s0 - 2 + d0 >= 0)>(%k)[%b] {
        %x = affine.load %blurx[%y, %k + symbol(%b) - 2] : memref<?x?xf32>
        affine.store %x, %next[%y, %k] : memref<?x2xf32>
      }
    }
  }
  memref.dealloc %blurx : memref<?x?xf32>
  return
}
