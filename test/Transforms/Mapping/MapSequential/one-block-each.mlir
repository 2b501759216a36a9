// Launches of one block that follow each other are one, without other code beside them; a single one stays as it
// is, as do two of which one has several blocks.
//
// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s

// CHECK-LABEL: func.func @two
// CHECK:       mapping [#gpu.block<x>]
// CHECK-NOT:   #gpu.block
// CHECK-LABEL: func.func @several
// CHECK-COUNT-2: mapping [#gpu.block<x>]
// CHECK-NOT:   #gpu.block
func.func @two(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %A[0] : memref<?xf32>
      affine.store %x, %A[1] : memref<?xf32>
    }
  }
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %B[0] : memref<?xf32>
      affine.store %x, %B[1] : memref<?xf32>
    }
  }
  return
}

func.func @several(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %A[0] : memref<?xf32>
      affine.store %x, %A[1] : memref<?xf32>
    }
  }
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%n, %i]
    scratch.tile (%t) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %A[symbol(%t)] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[symbol(%t)] : memref<?xf32>
    }
  }
  return
}
