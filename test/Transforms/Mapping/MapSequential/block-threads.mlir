// A launch of joined tiles has as many threads as the tile that was given the most: in a row, unless some tile
// uses several axes; then a row is no choice, and the launch's own tiles decide.
//
// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s

// CHECK-LABEL: func.func @row
// CHECK:         scratch.tile {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
// CHECK-NOT:     polymem.block_threads
func.func @row(%A: memref<?xf32>, %n: index) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %k = 0 to %n {
    affine.store %f, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 128, 1, 1>} {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %A[%k + 1] : memref<?xf32>
      }
    }
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 16, 16, 1>} {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%k + 1] : memref<?xf32>
        affine.store %x, %A[%k + 2] : memref<?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @square
// CHECK:         scratch.tile {{.*}} mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 16, 8, 1>} {
// CHECK-NOT:     polymem.block_threads
func.func @square(%A: memref<?xf32>, %B: memref<?x?xf32>, %n: index) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  affine.for %k = 0 to %n {
    affine.store %f, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %A[%k + 1] : memref<?xf32>
      }
    }
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] attributes {polymem.block_threads = array<i64: 16, 8, 1>} {
      scratch.tile (%t, %u) = (%i, %j) to (%c8, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.store %f, %B[symbol(%t), symbol(%u)] : memref<?x?xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @undecided
// CHECK-NOT:     polymem.block_threads
func.func @undecided(%A: memref<?xf32>, %B: memref<?x?xf32>, %n: index) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  affine.for %k = 0 to %n {
    affine.store %f, %A[%k] : memref<?xf32>
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
      scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%k] : memref<?xf32>
        affine.store %x, %A[%k + 1] : memref<?xf32>
      }
    }
    scratch.tile (%i, %j) = (%c0, %c0) to (%c8, %c8) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
      scratch.tile (%t, %u) = (%i, %j) to (%c8, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.store %f, %B[symbol(%t), symbol(%u)] : memref<?x?xf32>
      }
    }
  }
  return
}
