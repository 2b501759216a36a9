// The tiles of blocks go, so they must hold nothing but tiles of threads that begin where they do and
// end within them; and with several blocks nothing else may depend on where a block begins. Else the loop stays as it is.
//
// RUN: polymem-opt %s --canonicalize -o %t.before
// RUN: polymem-opt %s --polymem-join-steps --canonicalize -o %t.after
// RUN: diff %t.before %t.after

// Points of a thread that the tile of the block does not hold.
func.func @beyond(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to 8 {
    %end = affine.min affine_map<()[s0] -> (s0, 16)>()[%n]
    scratch.tile (%b) = (%c0) to (%end) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 1] : memref<?xf32>
      }
    }
  }
  return
}

func.func @far_beyond(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c16) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 1] : memref<?xf32>
      }
    }
  }
  return
}

// Threads that begin elsewhere.
func.func @elsewhere(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c32) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%c1) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 1] : memref<?xf32>
      }
    }
  }
  return
}

// A sequential tile.
func.func @sequential(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c32) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%s) = (%c0) to (%c32) step (%c1) {
        scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
          %v = affine.load %A[symbol(%i)] : memref<?xf32>
          affine.store %v, %A[symbol(%i) + 1] : memref<?xf32>
        }
      }
    }
  }
  return
}

// A buffer: what is staged already.
func.func @buffer(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c32) step (%c32) mapping [#gpu.block<x>] {
      %t = scratch.alloc() : memref<32xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (32)>, #gpu.address_space<workgroup>>
      scratch.tile (%i) = (%b) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 1] : memref<?xf32>
      }
    }
  }
  return
}

// Two blocks, and the subscript says which one it is.
func.func @two(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c33 = arith.constant 33 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c33) step (%c32) mapping [#gpu.block<x>] {
      %end = affine.min affine_map<()[s0] -> (s0 + 32, 33)>()[%b]
      scratch.tile (%i) = (%b) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%b) + 40] : memref<?xf32>
      }
    }
  }
  return
}

// Two blocks, of which each runs all iterations from where it begins.
func.func @overlapping(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c33 = arith.constant 33 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c33) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%b) to (%c33) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 40] : memref<?xf32>
      }
    }
  }
  return
}

// Steps of threads that do not begin with blocks: the second one has 32, 35, and not 33, 36.
func.func @stride(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c40) step (%c32) mapping [#gpu.block<x>] {
      %end = affine.min affine_map<()[s0] -> (s0 + 32, 40)>()[%b]
      scratch.tile (%i) = (%b) to (%end) step (%c3) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 40] : memref<?xf32>
      }
    }
  }
  return
}

// More iterations than one block is to have.
func.func @many(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c4097 = arith.constant 4097 : index
  affine.for %k = 0 to 8 {
    scratch.tile (%b) = (%c0) to (%c4097) step (%c256) mapping [#gpu.block<x>] {
      %end = affine.min affine_map<()[s0] -> (s0 + 256, 4097)>()[%b]
      scratch.tile (%i) = (%b) to (%end) step (%c1) mapping [#gpu.thread<x>] {
        %v = affine.load %A[symbol(%i)] : memref<?xf32>
        affine.store %v, %A[symbol(%i) + 4100] : memref<?xf32>
      }
    }
  }
  return
}
