// One tile of an unsharp mask of three channels: a line of each is blurred in one
// direction, over five columns, then it is used; its last four columns are for the
// next tile.

func.func @unsharp_tiled(%in: memref<3x?x?xf32> {polymem.shape = ["3", "B", "B + 4"]},
                         %out: memref<3x?x?xf32> {polymem.shape = ["3", "B", "B"]},
                         %next: memref<3x?x4xf32> {polymem.shape = ["3", "B", "4"]},
                         %b: index {polymem.param = "B"}) {
  %blurx = memref.alloc(%b, %b) : memref<3x?x?xf32>
  affine.for %y = 0 to %b {
    affine.for %c = 0 to 3 {
      affine.for %x = 0 to %b {
        %p0 = affine.load %in[%c, %y, %x] : memref<3x?x?xf32>
        %p1 = affine.load %in[%c, %y, %x + 1] : memref<3x?x?xf32>
        %p2 = affine.load %in[%c, %y, %x + 2] : memref<3x?x?xf32>
        %p3 = affine.load %in[%c, %y, %x + 3] : memref<3x?x?xf32>
        %p4 = affine.load %in[%c, %y, %x + 4] : memref<3x?x?xf32>
        %s1 = arith.addf %p0, %p1 : f32
        %s2 = arith.addf %s1, %p2 : f32
        %s3 = arith.addf %s2, %p3 : f32
        %s4 = arith.addf %s3, %p4 : f32
        affine.store %s4, %blurx[%c, %y, %x] : memref<3x?x?xf32>
      }
    }
    affine.for %c = 0 to 3 {
      affine.for %x = 4 to %b {
        %p0 = affine.load %blurx[%c, %y, %x - 4] : memref<3x?x?xf32>
        %p1 = affine.load %blurx[%c, %y, %x - 3] : memref<3x?x?xf32>
        %p2 = affine.load %blurx[%c, %y, %x - 2] : memref<3x?x?xf32>
        %p3 = affine.load %blurx[%c, %y, %x - 1] : memref<3x?x?xf32>
        %p4 = affine.load %blurx[%c, %y, %x] : memref<3x?x?xf32>
        %s1 = arith.addf %p0, %p1 : f32
        %s2 = arith.addf %s1, %p2 : f32
        %s3 = arith.addf %s2, %p3 : f32
        %s4 = arith.addf %s3, %p4 : f32
        %q = affine.load %in[%c, %y, %x] : memref<3x?x?xf32>
        %r = arith.subf %q, %s4 : f32
        affine.store %r, %out[%c, %y, %x] : memref<3x?x?xf32>
      }
    }
  }
  affine.for %c = 0 to 3 {
    affine.for %y = 0 to %b {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(d0)[s0] : (s0 - 4 + d0 >= 0)>(%k)[%b] {
          %x = affine.load %blurx[%c, %y, %k + symbol(%b) - 4] : memref<3x?x?xf32>
          affine.store %x, %next[%c, %y, %k] : memref<3x?x4xf32>
        }
      }
    }
  }
  memref.dealloc %blurx : memref<3x?x?xf32>
  return
}
