// One hexagon of a stencil in one dimension, step by step. What the tiles after it
// need is two wide along both of its upper borders.

func.func @hexagonal(%in: memref<?x?xf32> {polymem.shape = ["B * 2", "B * 3 + 1"]},
                     %left: memref<?x2xf32> {polymem.shape = ["B * 2", "2"]},
                     %right: memref<?x2xf32> {polymem.shape = ["B * 2", "2"]},
                     %b: index {polymem.param = "B"}) {
  %m0 = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%b]
  %m1 = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%b]
  %A = memref.alloc(%m0, %m1) : memref<?x?xf32>
  affine.for %t = 0 to affine_map<()[s0] -> (s0 * 2 - 1)>()[%b] {
    affine.for %i = max affine_map<(d0)[s0] -> (s0 - 1 - d0, d0 - s0 + 1)>(%t)[%b] to min affine_map<(d0)[s0] -> (d0 + s0 * 2 - 1, s0 * 4 - 3 - d0)>(%t)[%b] {
      %x = affine.if affine_set<(d0, d1)[s0] : (-d0 + d1 + s0 - 1 >= 0, d0 + d1 - s0 - 1 >= 0, d0 - d1 + s0 * 2 - 2 >= 0, -d0 - d1 + s0 * 4 - 2 >= 0, d0 - 1 >= 0)>(%t, %i)[%b] -> f32 {
        %u = affine.load %A[%t - 1, %i - 1] : memref<?x?xf32>
        affine.yield %u : f32
      } else {
        %u = affine.load %in[%t, %i] : memref<?x?xf32>
        affine.yield %u : f32
      }
      %y = affine.if affine_set<(d0, d1)[s0] : (-d0 + d1 + s0 >= 0, d0 + d1 - s0 >= 0, d0 - d1 + s0 * 2 - 3 >= 0, -d0 - d1 + s0 * 4 - 3 >= 0, d0 - 1 >= 0)>(%t, %i)[%b] -> f32 {
        %u = affine.load %A[%t - 1, %i] : memref<?x?xf32>
        affine.yield %u : f32
      } else {
        %u = affine.load %in[%t, %i + 1] : memref<?x?xf32>
        affine.yield %u : f32
      }
      %z = affine.if affine_set<(d0, d1)[s0] : (-d0 + d1 + s0 + 1 >= 0, d0 + d1 - s0 + 1 >= 0, d0 - d1 + s0 * 2 - 4 >= 0, -d0 - d1 + s0 * 4 - 4 >= 0, d0 - 1 >= 0)>(%t, %i)[%b] -> f32 {
        %u = affine.load %A[%t - 1, %i + 1] : memref<?x?xf32>
        affine.yield %u : f32
      } else {
        %u = affine.load %in[%t, %i + 2] : memref<?x?xf32>
        affine.yield %u : f32
      }
      %xy = arith.addf %x, %y : f32
      %xyz = arith.addf %xy, %z : f32
      affine.store %xyz, %A[%t, %i] : memref<?x?xf32>
    }
  }
  affine.for %t = affine_map<()[s0] -> (s0 - 1)>()[%b] to affine_map<()[s0] -> (s0 * 2 - 1)>()[%b] {
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0, d1)[s0] : (d0 - s0 + 1 + d1 >= 0, s0 * 4 - 4 - d0 - d0 + s0 - 1 - d1 >= 0)>(%t, %k)[%b] {
        %x = affine.load %A[%t, %t - symbol(%b) + 1 + %k] : memref<?x?xf32>
        affine.store %x, %left[%t, %k] : memref<?x2xf32>
      }
    }
  }
  affine.for %t = affine_map<()[s0] -> (s0 - 1)>()[%b] to affine_map<()[s0] -> (s0 * 2 - 1)>()[%b] {
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0, d1)[s0] : (s0 * 4 - 4 - d0 - d1 >= 0, s0 * 4 - 4 - d0 - d1 - d0 + s0 - 1 >= 0)>(%t, %k)[%b] {
        %x = affine.load %A[%t, symbol(%b) * 4 - 4 - %t - %k] : memref<?x?xf32>
        affine.store %x, %right[%t, %k] : memref<?x2xf32>
      }
    }
  }
  memref.dealloc %A : memref<?x?xf32>
  return
}
