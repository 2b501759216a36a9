// The device prints: `gpu.printf` becomes part of a launch.

// RUN: polymem-opt %s --polymem-map-sequential | FileCheck %s
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK:   gpu.printf

func.func @f(%A: memref<?xf32>) {
  %v = affine.load %A[0] : memref<?xf32>
  gpu.printf "%f", %v : f32
  return
}
