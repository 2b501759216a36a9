// Two tiles of one block share its fast memory: of their two buffers the one
// that saves more is kept.
//
// RUN: polymem-opt %s --scratch-promote="capacity=500" | FileCheck %s

// CHECK-LABEL: func @f
// CHECK-SAME: (%[[A:.*]]: memref<100xf32>, %[[B:.*]]: memref<100xf32>)
// CHECK-NOT: scratch.copy_in %[[A]]
// CHECK: scratch.copy_in %[[B]]

func.func @f(%A: memref<100xf32>, %B: memref<100xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%j) = (%c0) to (%c1) step (%c1) {
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to 100 {
          %a = affine.load %A[%l] : memref<100xf32>
        }
      }
    }
    scratch.tile (%j) = (%c0) to (%c1) step (%c1) {
      affine.for %k = 0 to 4 {
        affine.for %l = 0 to 100 {
          %b = affine.load %B[%l] : memref<100xf32>
        }
      }
    }
  }
  return
}
