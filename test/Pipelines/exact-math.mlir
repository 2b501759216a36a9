// A square root is that of IEEE 754 in PTX, too, and needs no libdevice.

// RUN: env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT polymem-opt %s --polymem-to-ptx | FileCheck %s
// CHECK-NOT: {{approx|__nv_}}
// CHECK: sqrt.rn.f32
// CHECK-NOT: {{approx|__nv_}}
func.func @root(%a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %0 = affine.load %a[%i] : memref<?xf32>
    %1 = math.sqrt %0 : f32
    affine.store %1, %a[%i] : memref<?xf32>
  }
  return
}
