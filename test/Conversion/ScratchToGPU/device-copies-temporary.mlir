// An array that a loop of the host allocates and only launches use is device
// memory: nothing of it is copied, and nothing of it is left on the host.

// RUN: polymem-opt %s --convert-scratch-to-gpu=device-copies=true --canonicalize | FileCheck %s

// CHECK-LABEL: func @temporary
// CHECK-SAME: %[[A:.*]]: memref<32xf32>
// CHECK: gpu.memcpy %[[DA:.*]], %[[A]] :
// CHECK: affine.for
// CHECK-NOT: memref.alloca
// CHECK: %[[T:.*]] = gpu.alloc () : memref<f32>
// CHECK-NEXT: gpu.launch
// CHECK: gpu.dealloc %[[T]]
// CHECK-NEXT: }
// CHECK: gpu.memcpy %[[A]], %[[DA]]
// CHECK-NOT: gpu.memcpy
func.func @temporary(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %s = 1 to 32 {
    %t = memref.alloca() : memref<f32>
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
      %a = affine.load %A[%s - 1] : memref<32xf32>
      affine.store %a, %t[] : memref<f32>
      %b = affine.load %t[] : memref<f32>
      affine.store %b, %A[%s] : memref<32xf32>
    }
  }
  return
}
