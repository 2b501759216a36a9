// RUN: polymem-opt %s --polymem-register-tile=block-size=1,4 \
// RUN:   --remarks-filter=polymem-register-tile --remark-format=emitRemark \
// RUN:   -verify-diagnostics -o %t
// RUN: polymem-opt %s | diff - %t

// The loop over p would be the same in all iterations of a tile that begins behind the array's
// end and ends in it. There is no such tile.
func.func @never(%A: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%d) = (%c0) to (%n) step (%c8) mapping [#gpu.block<y>] {
    %hj = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%d, %n]
    // expected-remark @below {{no innermost loop with bounds that are the same in all of a thread's iterations has a load that they could share}}
    scratch.tile (%j, %i) = (%d, %c0) to (%hj, %c1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %p = max affine_map<()[s0, s1] -> (s0, s1)>()[%d, %j]
                   to min affine_map<()[s0, s1] -> (s0, s1 + 2)>()[%n, %j] {
        %x = affine.load %A[%p, %p] : memref<?x?xf32>
        affine.store %x, %C[symbol(%j), %p] : memref<?x?xf32>
      }
    }
  }
  return
}
