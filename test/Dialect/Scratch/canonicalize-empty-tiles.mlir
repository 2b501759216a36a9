// RUN: polymem-opt %s --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func @empty_tiles
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
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
  // CHECK: scratch.tile (%{{.*}}) = (%[[C0]]) to (%[[C4]])
  scratch.tile (%i) = (%c0) to (%c4) step (%s) {
    affine.store %x, %A[symbol(%i)] : memref<?xf32>
  }
  return
}
