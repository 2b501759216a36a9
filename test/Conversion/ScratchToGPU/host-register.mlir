// RUN: polymem-opt %s --convert-scratch-to-gpu="host-register=true" | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu | FileCheck %s --check-prefix=DEVICE

// CHECK-LABEL: func @arrays
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %{{.*}}: index, %[[B:.*]]: memref<4x4xf64>)
// CHECK: %[[UA:.*]] = memref.cast %[[A]] : memref<?xf32> to memref<*xf32>
// CHECK: gpu.host_register %[[UA]] : memref<*xf32>
// CHECK: %[[UB:.*]] = memref.cast %[[B]] : memref<4x4xf64> to memref<*xf64>
// CHECK: gpu.host_register %[[UB]] : memref<*xf64>
// Until the function returns: what the caller frees must not stay registered.
// CHECK: gpu.host_unregister %[[UA]] : memref<*xf32>
// CHECK-NEXT: gpu.host_unregister %[[UB]] : memref<*xf64>
// CHECK-NEXT: return
// DEVICE-LABEL: func @arrays
// DEVICE-NOT: gpu.host_register
func.func @arrays(%A: memref<?xf32>, %n: index, %B: memref<4x4xf64>) {
  return
}
