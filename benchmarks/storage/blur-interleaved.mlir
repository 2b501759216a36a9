// A horizontal blur and, as soon as its three rows are there, the vertical one.

func.func @blur_interleaved(%in: memref<?x?xf32> {polymem.shape = ["N", "N + 2"]},
                            %out: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                            %n: index {polymem.param = "N"}) {
  %blurx = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %y = 0 to %n {
    affine.for %x = 0 to %n {
      %a = affine.load %in[%y, %x] : memref<?x?xf32>
      %b = affine.load %in[%y, %x + 1] : memref<?x?xf32>
      %c = affine.load %in[%y, %x + 2] : memref<?x?xf32>
      %ab = arith.addf %a, %b : f32
      %abc = arith.addf %ab, %c : f32
      affine.store %abc, %blurx[%y, %x] : memref<?x?xf32>
      affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%y) {
        %d = affine.load %blurx[%y - 2, %x] : memref<?x?xf32>
        %e = affine.load %blurx[%y - 1, %x] : memref<?x?xf32>
        %f = affine.load %blurx[%y, %x] : memref<?x?xf32>
        %de = arith.addf %d, %e : f32
        %def = arith.addf %de, %f : f32
        affine.store %def, %out[%y, %x] : memref<?x?xf32>
      }
    }
  }
  memref.dealloc %blurx : memref<?x?xf32>
  return
}
