// Threads that sum over a loop of unknown length do much work: their tile keeps
// its blocks, and the loop around stays on the host.

// RUN: polymem-opt %s --polymem-tile="mapping=gpu" --polymem-map-sequential | FileCheck %s

// CHECK-LABEL: @f
// CHECK:      affine.for %{{.*}} = 0 to
// CHECK:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK:            arith.divf
// CHECK:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:            affine.for
func.func @f(%A: memref<?x?xf32>, %B: memref<?xf32>, %N: index, %M: index) {
  affine.for %k = 0 to %N {
    %d = affine.load %B[%k] : memref<?xf32>
    %r = arith.divf %d, %d : f32
    affine.store %r, %B[%k] : memref<?xf32>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
      affine.for %j = 0 to %M {
        %x = affine.load %A[%i, %j] : memref<?x?xf32>
        %p = affine.load %B[%k] : memref<?xf32>
        %z = affine.load %B[%i] : memref<?xf32>
        %y = arith.mulf %x, %p : f32
        %w = arith.addf %y, %z : f32
        affine.store %w, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// Nor is it cheap where that loop is not tiled.
// CHECK-LABEL: @untiled
// CHECK:      affine.for %{{.*}} = 0 to
// CHECK:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK:            arith.divf
// CHECK:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
func.func @untiled(%A: memref<?x?xf32>, %B: memref<?xf32>, %N: index, %M: index) {
  affine.for %k = 0 to %N {
    %d = affine.load %B[%k] : memref<?xf32>
    %r = arith.divf %d, %d : f32
    affine.store %r, %B[%k] : memref<?xf32>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
      affine.for %j = 0 to %M {
        %x = affine.load %A[%i, %j] : memref<?x?xf32>
        %z = affine.load %B[%i] : memref<?xf32>
        %w = arith.addf %x, %z : f32
        affine.store %w, %B[%i] : memref<?xf32>
      } {polymem.no_tile}
    }
  }
  return
}
