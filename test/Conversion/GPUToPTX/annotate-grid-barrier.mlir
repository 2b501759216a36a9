// A cooperative launch may have fewer blocks than the host asks for: nothing may be folded
// to the number that it asks for.

// RUN: polymem-opt %s --polymem-annotate-kernels | FileCheck %s

gpu.module @kernels {
  // CHECK: gpu.func @waits
  // CHECK-NOT: known_grid_size
  // CHECK: scratch.grid_barrier
  gpu.func @waits(%counter: memref<1xi32>) kernel attributes {known_grid_size = array<i32: 99, 1, 1>} {
    scratch.grid_barrier %counter : memref<1xi32>
    gpu.return
  }
  // CHECK: gpu.func @other
  // CHECK-SAME: known_grid_size = array<i32: 99, 1, 1>
  gpu.func @other(%counter: memref<1xi32>) kernel attributes {known_grid_size = array<i32: 99, 1, 1>} {
    gpu.return
  }
}
