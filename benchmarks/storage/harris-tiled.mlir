// One tile of Harris corner detection, line by line: gradients, sums of their products
// over three columns, and the response. The last two columns of the gradients are
// for the next tile.

func.func @harris_tiled(%in: memref<?x?xf32> {polymem.shape = ["B + 2", "B + 2"]},
                        %out: memref<?x?xf32> {polymem.shape = ["B", "B"]},
                        %next: memref<2x?x2xf32> {polymem.shape = ["2", "B", "2"]},
                        %b: index {polymem.param = "B"}) {
  %Ix = memref.alloc(%b, %b) : memref<?x?xf32>
  %Iy = memref.alloc(%b, %b) : memref<?x?xf32>
  %Sxx = memref.alloc(%b, %b) : memref<?x?xf32>
  %Sxy = memref.alloc(%b, %b) : memref<?x?xf32>
  %Syy = memref.alloc(%b, %b) : memref<?x?xf32>
  affine.for %y = 0 to %b {
    affine.for %x = 0 to %b {
      %w = affine.load %in[%y + 1, %x] : memref<?x?xf32>
      %e = affine.load %in[%y + 1, %x + 2] : memref<?x?xf32>
      %dx = arith.subf %e, %w : f32
      affine.store %dx, %Ix[%y, %x] : memref<?x?xf32>
      %n = affine.load %in[%y, %x + 1] : memref<?x?xf32>
      %s = affine.load %in[%y + 2, %x + 1] : memref<?x?xf32>
      %dy = arith.subf %s, %n : f32
      affine.store %dy, %Iy[%y, %x] : memref<?x?xf32>
    }
    affine.for %x = 2 to %b {
      %x2 = affine.load %Ix[%y, %x - 2] : memref<?x?xf32>
      %x1 = affine.load %Ix[%y, %x - 1] : memref<?x?xf32>
      %x0 = affine.load %Ix[%y, %x] : memref<?x?xf32>
      %y2 = affine.load %Iy[%y, %x - 2] : memref<?x?xf32>
      %y1 = affine.load %Iy[%y, %x - 1] : memref<?x?xf32>
      %y0 = affine.load %Iy[%y, %x] : memref<?x?xf32>
      %xx2 = arith.mulf %x2, %x2 : f32
      %xx1 = arith.mulf %x1, %x1 : f32
      %xx0 = arith.mulf %x0, %x0 : f32
      %xxs = arith.addf %xx2, %xx1 : f32
      %xxt = arith.addf %xxs, %xx0 : f32
      affine.store %xxt, %Sxx[%y, %x] : memref<?x?xf32>
      %xy2 = arith.mulf %x2, %y2 : f32
      %xy1 = arith.mulf %x1, %y1 : f32
      %xy0 = arith.mulf %x0, %y0 : f32
      %xys = arith.addf %xy2, %xy1 : f32
      %xyt = arith.addf %xys, %xy0 : f32
      affine.store %xyt, %Sxy[%y, %x] : memref<?x?xf32>
      %yy2 = arith.mulf %y2, %y2 : f32
      %yy1 = arith.mulf %y1, %y1 : f32
      %yy0 = arith.mulf %y0, %y0 : f32
      %yys = arith.addf %yy2, %yy1 : f32
      %yyt = arith.addf %yys, %yy0 : f32
      affine.store %yyt, %Syy[%y, %x] : memref<?x?xf32>
    }
    affine.for %x = 2 to %b {
      %xx = affine.load %Sxx[%y, %x] : memref<?x?xf32>
      %xy = affine.load %Sxy[%y, %x] : memref<?x?xf32>
      %yy = affine.load %Syy[%y, %x] : memref<?x?xf32>
      %p = arith.mulf %xx, %yy : f32
      %q = arith.mulf %xy, %xy : f32
      %det = arith.subf %p, %q : f32
      affine.store %det, %out[%y, %x] : memref<?x?xf32>
    }
  }
  affine.for %y = 0 to %b {
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0)[s0] : (s0 - 2 + d0 >= 0)>(%k)[%b] {
        %dx = affine.load %Ix[%y, %k + symbol(%b) - 2] : memref<?x?xf32>
        affine.store %dx, %next[0, %y, %k] : memref<2x?x2xf32>
        %dy = affine.load %Iy[%y, %k + symbol(%b) - 2] : memref<?x?xf32>
        affine.store %dy, %next[1, %y, %k] : memref<2x?x2xf32>
      }
    }
  }
  memref.dealloc %Ix : memref<?x?xf32>
  memref.dealloc %Iy : memref<?x?xf32>
  memref.dealloc %Sxx : memref<?x?xf32>
  memref.dealloc %Sxy : memref<?x?xf32>
  memref.dealloc %Syy : memref<?x?xf32>
  return
}
