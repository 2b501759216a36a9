// RUN: polymem-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func @empty_tiles
func.func @empty_tiles(%n: index, %s: index, %A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // CHECK-NOT: scratch.tile
  scratch.tile (%i, %j) = (%c0, %c4) to (%n, %c4) step (%s, %s) {
    affine.store %x, %A[symbol(%i)] : memref<?xf32>
  }
  scratch.tile (%i) = (%n) to (%n) step (%s) {
    affine.store %x, %A[symbol(%i)] : memref<?xf32>
  }
  // CHECK: scratch.tile (%i) = (%c0) to (%c4)
  scratch.tile (%i) = (%c0) to (%c4) step (%s) {
    affine.store %x, %A[symbol(%i)] : memref<?xf32>
  }
  return
}
