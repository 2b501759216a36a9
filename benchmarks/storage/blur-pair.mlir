// A blur in two directions and the difference to the next row of the result, line by
// line: the second array takes cells that the first one leaves.

func.func @blur_pair(%in: memref<?x?xf32> {polymem.shape = ["N", "N + 2"]},
                     %out: memref<?x?xf32> {polymem.shape = ["N", "N"]},
                     %n: index {polymem.param = "N"}) {
  %blurx = memref.alloc(%n, %n) : memref<?x?xf32>
  %blury = memref.alloc(%n, %n) : memref<?x?xf32>
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
        affine.store %def, %blury[%y, %x] : memref<?x?xf32>
        affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%y) {
          %g = affine.load %blury[%y - 1, %x] : memref<?x?xf32>
          %h = affine.load %blury[%y, %x] : memref<?x?xf32>
          %gh = arith.subf %h, %g : f32
          affine.store %gh, %out[%y, %x] : memref<?x?xf32>
        }
      }
    }
  }
  memref.dealloc %blurx : memref<?x?xf32>
  memref.dealloc %blury : memref<?x?xf32>
  return
}
