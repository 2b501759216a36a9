// Constant arrays are memory that kernels may read, and no more of it.

// RUN: polymem-run %s --compare --entry=plain --against=kernel | FileCheck %s
// CHECK: plain against kernel: identical (1 arrays, 4 elements, 4 changed)
// RUN: not polymem-run %s --entry=behind | FileCheck %s --check-prefix=BEHIND
// BEHIND: behind: behind_kernel: out of bounds on table[4]

memref.global "private" constant @table : memref<4xf32> = dense<[2.0, 3.0, 5.0, 7.0]>

func.func @plain(%A: memref<4xf32>) {
  %table = memref.get_global @table : memref<4xf32>
  affine.for %i = 0 to 4 {
    %x = affine.load %table[%i] : memref<4xf32>
    affine.store %x, %A[%i] : memref<4xf32>
  }
  return
}

func.func @kernel(%A: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %table = memref.get_global @table : memref<4xf32>
    %x = memref.load %table[%t] : memref<4xf32>
    memref.store %x, %A[%t] : memref<4xf32>
    gpu.terminator
  }
  return
}

func.func @behind(%A: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %table = memref.get_global @table : memref<4xf32>
    %next = arith.addi %t, %c1 : index
    %x = memref.load %table[%next] : memref<4xf32>
    memref.store %x, %A[%t] : memref<4xf32>
    gpu.terminator
  }
  return
}
