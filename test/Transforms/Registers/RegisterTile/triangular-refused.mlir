// RUN: polymem-opt %s --polymem-register-tile=block-size=4,2 \
// RUN:   --remarks-filter=polymem-register-tile --remark-format=emitRemark \
// RUN:   -verify-diagnostics -o %t
// RUN: polymem-opt %s | diff - %t

// What depends on a loop in the tile, is an equation, or may be true of some
// points of each tile only, is not decided for a tile.
func.func @refused(%A: memref<?xf32>, %C: memref<8x4xf32>, %D: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-remark @below {{no innermost loop with bounds that are the same in all of a thread's iterations has a load that they could share}}
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %l = 0 to 9 {
        affine.for %k = max affine_map<(d0)[s0] -> (0, d0 - s0)>(%l)[%i] to %n {
          %x = affine.load %A[%k] : memref<?xf32>
          affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
        }
      }
      affine.if affine_set<()[s0, s1] : (s0 - s1 == 0)>()[%i, %n] {
        affine.for %k = 0 to %n {
          %x = affine.load %A[%k] : memref<?xf32>
          affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
        }
      }
      affine.if affine_set<()[s0, s1] : (s0 mod 2 - s1 >= 0)>()[%i, %n] {
        affine.for %k = 0 to %n {
          %x = affine.load %A[%k] : memref<?xf32>
          affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
        }
      }
      affine.for %k = affine_map<()[s0] -> (s0)>()[%i] to %n {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
      }
    }
  }
  return
}
