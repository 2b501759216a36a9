// One tile of a stencil in one dimension, a parallelogram in time t and skewed
// position p = i + t: what the tiles after it need are the last two positions and
// the last step.

func.func @parallelogram(%in: memref<?x?xf32> {polymem.shape = ["B + 1", "B + 2"]},
                         %row: memref<?xf32> {polymem.shape = ["B"]},
                         %border: memref<?x2xf32> {polymem.shape = ["B", "2"]},
                         %b: index {polymem.param = "B"}) {
  %A = memref.alloc(%b, %b) : memref<?x?xf32>
  affine.for %t = 0 to %b {
    affine.for %p = 0 to %b {
      // Positions i - 1, i and i + 1 of the step before are p - 2, p - 1 and p.
      %x = affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, d1 - 2 >= 0)>(%t, %p) -> f32 {
        %u = affine.load %A[%t - 1, %p - 2] : memref<?x?xf32>
        affine.yield %u : f32
      } else {
        %u = affine.load %in[%t, %p] : memref<?x?xf32>
        affine.yield %u : f32
      }
      %y = affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, d1 - 1 >= 0)>(%t, %p) -> f32 {
        %u = affine.load %A[%t - 1, %p - 1] : memref<?x?xf32>
        affine.yield %u : f32
      } else {
        %u = affine.load %in[%t, %p + 1] : memref<?x?xf32>
        affine.yield %u : f32
      }
      %z = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%t) -> f32 {
        %u = affine.load %A[%t - 1, %p] : memref<?x?xf32>
        affine.yield %u : f32
      } else {
        %u = affine.load %in[%t, %p + 2] : memref<?x?xf32>
        affine.yield %u : f32
      }
      %xy = arith.addf %x, %y : f32
      %xyz = arith.addf %xy, %z : f32
      affine.store %xyz, %A[%t, %p] : memref<?x?xf32>
    }
  }
  affine.for %t = 0 to %b {
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0)[s0] : (s0 - 2 + d0 >= 0)>(%k)[%b] {
        %x = affine.load %A[%t, %k + symbol(%b) - 2] : memref<?x?xf32>
        affine.store %x, %border[%t, %k] : memref<?x2xf32>
      }
    }
  }
  affine.for %p = 0 to %b {
    %x = affine.load %A[symbol(%b) - 1, %p] : memref<?x?xf32>
    affine.store %x, %row[%p] : memref<?xf32>
  }
  memref.dealloc %A : memref<?x?xf32>
  return
}
