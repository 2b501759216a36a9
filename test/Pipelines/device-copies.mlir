// Host code in the LLVM dialect that allocates device memory, copies to it,
// launches, copies back and frees it; the kernel is the same as without.

// RUN: polymem-opt %s --polymem-to-ptx="device-copies emit=module" | FileCheck %s
// RUN: polymem-opt %s --polymem-to-ptx="device-copies" > %t.copies
// RUN: polymem-opt %s --polymem-to-ptx > %t.plain
// RUN: diff %t.copies %t.plain

// CHECK: llvm.func @scale
// CHECK: %[[D:.*]] = llvm.call @mgpuMemAlloc
// CHECK: llvm.call @mgpuMemcpy(%[[D]],
// CHECK: gpu.launch_func {{.*}}%[[D]]
// CHECK: llvm.call @mgpuMemcpy({{.*}}, %[[D]],
// CHECK: llvm.call @mgpuMemFree(%[[D]],
// CHECK-NOT: unrealized_conversion_cast
func.func @scale(%A: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
