// Where a block has more threads than the tile's size for one parallel loop: a loop with nothing else has tiles as
// wide as the block, and sequential loops in tiles of few rows as many iterations as give each thread eight elements to
// copy. Where the block has no more threads, sizes are as said.
//
// RUN: polymem-opt %s --polymem-tile=mapping=gpu | FileCheck %s

// CHECK-LABEL: func.func @nothing_else
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
// CHECK: scratch.tile {{.*}} step (%[[C256]]) mapping [#gpu.block<x>]
func.func @nothing_else(%a: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %a[%i] : memref<?xf32>
  } {polymem.block_threads = array<i64: 16, 16, 1>, polymem.tile_defaults = array<i64: 32, 64, 64, 4, 16>}
  return
}

// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK: scratch.tile {{.*}} step (%[[C32]]) mapping [#gpu.block<x>]
// CHECK: scratch.tile {{.*}} step (%[[C64]]) {
func.func @rows(%A: memref<?x?xf32>, %r: memref<?xf32>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %r[%j] : memref<?xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %r[%j] : memref<?xf32>
    } {polymem.block_threads = array<i64: 16, 16, 1>, polymem.tile_defaults = array<i64: 32, 64, 64, 4, 16>}
  } {polymem.block_threads = array<i64: 16, 16, 1>, polymem.tile_defaults = array<i64: 32, 64, 64, 4, 16>}
  return
}

// CHECK-LABEL: func.func @narrow
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: scratch.tile {{.*}} step (%[[C32]]) mapping [#gpu.block<x>]
// CHECK: scratch.tile {{.*}} step (%[[C16]]) {
func.func @narrow(%A: memref<?x?xf32>, %r: memref<?xf32>, %n: index) {
  affine.for %j = 0 to %n {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = affine.load %r[%j] : memref<?xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %r[%j] : memref<?xf32>
    } {polymem.block_threads = array<i64: 32, 1, 1>, polymem.tile_defaults = array<i64: 32, 64, 64, 4, 16>}
  } {polymem.block_threads = array<i64: 32, 1, 1>, polymem.tile_defaults = array<i64: 32, 64, 64, 4, 16>}
  return
}
