// A column that one thread reads is staged by a block, though its runs are shorter than a transaction: many
// threads wait for its elements at once. Where several threads have iterations it is not.
//
// RUN: polymem-opt %s --polymem-tile="mapping=gpu chains" --scratch-promote=memory-space=workgroup | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<?x?xf32>
// CHECK:         scratch.copy_in %[[A]] to
func.func @chain(%A: memref<?x?xf32>, %r: memref<f32>, %n: index, %k: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i, symbol(%k)] : memref<?x?xf32>
    %s = affine.load %r[] : memref<f32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %r[] : memref<f32>
  }
  return
}

// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<?x?x?xf32>
// CHECK-NOT:     scratch.copy_in %[[A]]
func.func @rows(%A: memref<?x?x?xf32>, %r: memref<?xf32>, %n: index, %k: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i, %j, symbol(%k)] : memref<?x?x?xf32>
      %s = affine.load %r[%j] : memref<?xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %r[%j] : memref<?xf32>
    } {polymem.block_threads = array<i64: 64, 1, 1>, polymem.tile_defaults = array<i64: 16, 32, 32, 4, 64>}
  } {polymem.block_threads = array<i64: 64, 1, 1>, polymem.tile_defaults = array<i64: 16, 32, 32, 4, 64>}
  return
}
