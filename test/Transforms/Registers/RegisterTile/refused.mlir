// RUN: polymem-opt %s --polymem-register-tile="block-size=4,2 max-operations=20" \
// RUN:   --remarks-filter=polymem-register-tile --remark-format=emitRemark \
// RUN:   -verify-diagnostics -o %t
// RUN: polymem-opt %s | diff - %t

// The loop runs longer in other iterations.
func.func @bounds_differ(%A: memref<?xf32>, %C: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-remark @below {{no innermost loop with bounds that are the same in all of a thread's iterations}}
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to affine_map<()[s0] -> (s0)>()[%i] {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
      }
    }
  }
  return
}

func.func @no_reuse(%A: memref<8x?xf32>, %C: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-remark @below {{has a load that they could share}}
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to %n {
        %x = affine.load %A[symbol(%i), %k] : memref<8x?xf32>
        affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
      }
    }
  }
  return
}

func.func @too_large(%A: memref<?xf32>, %C: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-remark @below {{the fewest iterations that could be have 23 operations, of 20 that there may be (max-operations)}}
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %ii = arith.index_cast %i : index to i32
      %x0 = arith.sitofp %ii : i32 to f32
      affine.for %k = 0 to %n {
        %x = affine.load %A[%k] : memref<?xf32>
        %x1 = arith.mulf %x, %x0 : f32
        %x2 = arith.mulf %x1, %x1 : f32
        %x3 = arith.mulf %x2, %x2 : f32
        %x4 = arith.mulf %x3, %x3 : f32
        %x5 = arith.mulf %x4, %x4 : f32
        %x6 = arith.mulf %x5, %x5 : f32
        %x7 = arith.mulf %x6, %x6 : f32
        %x8 = arith.mulf %x7, %x7 : f32
        affine.store %x8, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
      }
    }
  }
  return
}

// Nine iterations for two threads.
func.func @not_multiple(%A: memref<?xf32>, %C: memref<9x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-remark @below {{9 iterations of dimension 0 are no multiple of the 2 threads}}
    scratch.tile (%i, %j) = (%c0, %c0) to (%c9, %c4) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to %n {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %C[symbol(%i), symbol(%j)] : memref<9x4xf32>
      }
    }
  }
  return
}

// The threads of axis y take iterations of x.
func.func @unused_axis(%A: memref<?xf32>, %C: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-remark @below {{the tile does not use axis y, whose 2 threads share its iterations}}
    scratch.tile (%j) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to %n {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %C[symbol(%j)] : memref<16xf32>
      }
    }
  }
  return
}

func.func @nested(%A: memref<?xf32>, %C: memref<8x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<y>] {
    // expected-remark @below {{'scratch.tile' in or around the tile}}
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c4) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      scratch.tile (%k) = (%c0) to (%n) step (%c1) {
        %x = affine.load %A[symbol(%k)] : memref<?xf32>
        affine.store %x, %C[symbol(%i), symbol(%j)] : memref<8x4xf32>
      }
    }
  }
  return
}
