// RUN: not polymem-opt %s --scratch-reuse=strict 2>&1 | FileCheck %s

// CHECK: strict.mlir:8:1: error: scratch-reuse: no buffer is in a sequential tile
// CHECK-NOT: error

// That no buffer is handed on is an error.

func.func @no_tile(%A: memref<96xf32>) {
  affine.for %i = 0 to 96 {
    %x = affine.load %A[%i] : memref<96xf32>
    affine.store %x, %A[%i] : memref<96xf32>
  }
  return
}
