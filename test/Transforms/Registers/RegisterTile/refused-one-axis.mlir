// RUN: polymem-opt %s --polymem-register-tile=block-size=4 \
// RUN:   --remarks-filter=polymem-register-tile --remark-format=emitRemark \
// RUN:   -verify-diagnostics -o %t
// RUN: polymem-opt %s | diff - %t

// Two dimensions share the threads of an axis, which are dealt out among both.
func.func @shared_axis(%A: memref<?xf32>, %C: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark @below {{8 iterations of dimension 0 are no multiple of the 4 threads, or share an axis}}
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) mapping [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>] {
      affine.for %k = 0 to %n {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
      }
    }
  }
  return
}

// Which threads run the inner tile is said by the outer one.
func.func @inside_threads(%A: memref<?xf32>, %C: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark @below {{'scratch.tile' in or around the tile}}
    scratch.tile (%i) = (%c0) to (%c4) step (%c1) mapping [#gpu.thread<y>] {
      // expected-remark @below {{'scratch.tile' in or around the tile}}
      scratch.tile (%j) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %k = 0 to %n {
          %x = affine.load %A[%k] : memref<?xf32>
          affine.store %x, %C[symbol(%j), symbol(%i)] : memref<8x4xf32>
        }
      }
    }
  }
  return
}
