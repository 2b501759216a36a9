// RUN: polymem-opt %s --convert-scratch-to-gpu="kernel-module=kernels" --gpu-kernel-outlining | FileCheck %s

// Both kernels in one module, so that their PTX is one text.

// CHECK: gpu.launch_func @kernels::@two_kernel
// CHECK: gpu.launch_func @kernels::@two_kernel_1
// CHECK: gpu.module @kernels
// CHECK: gpu.func @two_kernel(
// CHECK: gpu.func @two_kernel_1(
// CHECK-NOT: gpu.module
func.func @two(%A: memref<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c0) to (%c10) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[%i] : memref<10xf32>
  }
  scratch.tile (%i) = (%c0) to (%c10) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[9 - %i] : memref<10xf32>
  }
  return
}
