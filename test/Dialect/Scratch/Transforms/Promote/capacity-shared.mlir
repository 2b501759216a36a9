// A launch holds the buffers of all tiles in it: the condition on sizes counts
// them together.

// RUN: polymem-opt %s --scratch-promote=memory-space=workgroup -o /dev/null \
// RUN:   --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 | FileCheck %s

// A row and eight elements of each tile.
// CHECK: CapacityCondition {{.*}}the buffers fit if 96 + 4 * (arg2) + 8 * (arg2) <= 232448 bytes
// CHECK: CapacityCondition {{.*}}the buffers fit if 96 + 8 * (arg2) + 4 * (arg2) <= 232448 bytes

func.func @f(%A: memref<?xf32>, %B: memref<?xf64>, %n: index, %y: memref<?xf32>, %z: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    scratch.tile (%i) = (%c0) to (%c32) step (%c8) {
      affine.for %j = %i to affine_map<()[s0] -> (s0 + 8)>()[%i] {
        affine.for %k = 0 to %n {
          %a = affine.load %A[%k] : memref<?xf32>
          affine.store %a, %y[%j] : memref<?xf32>
        }
      }
    }
    scratch.tile (%i) = (%c0) to (%c32) step (%c8) {
      affine.for %j = %i to affine_map<()[s0] -> (s0 + 8)>()[%i] {
        affine.for %k = 0 to %n {
          %a = affine.load %B[%k] : memref<?xf64>
          affine.store %a, %z[%j] : memref<?xf64>
        }
      }
    }
  }
  return
}
