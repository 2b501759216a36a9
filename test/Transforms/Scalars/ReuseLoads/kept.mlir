// Loads stay in loops that may have no iteration, that may write the element, and in which other threads may.
// RUN: polymem-opt %s > %t.mlir
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-reuse-loads))' | diff %t.mlir -

func.func @no_iteration(%x: memref<?xf32>, %A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %x[%i] : memref<?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @written(%x: memref<8xf32>) {
  affine.for %j = 0 to 8 {
    %a = affine.load %x[0] : memref<8xf32>
    affine.store %a, %x[%j] : memref<8xf32>
  }
  return
}

func.func @written_inside(%s: memref<f32>, %x: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %s[] : memref<f32>
    affine.store %a, %x[%i] : memref<8xf32>
    affine.for %j = 0 to 8 {
      %b = affine.load %x[%j] : memref<8xf32>
      affine.store %b, %s[] : memref<f32>
    }
  }
  return
}

func.func @threads(%s: memref<f32>, %x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 8 {
    %a = affine.load %s[] : memref<f32>
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %a, %x[%t] : memref<8xf32>
    }
  }
  return
}
