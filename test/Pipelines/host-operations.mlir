// No kernel calls a function of the host: the call stays between two launches.

// RUN: polymem-opt %s --polymem-to-ptx=machine=nvidia-h200 | FileCheck %s --check-prefix=PTX
// RUN: polymem-opt %s --polymem-to-ptx="machine=nvidia-h200 emit=module" | FileCheck %s
// PTX-NOT: .extern
// PTX: .visible .entry f_kernel(
// PTX-NOT: call
// PTX: .visible .entry f_kernel_1(
// CHECK-LABEL: llvm.func @f()
// CHECK: gpu.launch_func {{.*}}@f_kernel
// CHECK: llvm.call @host
// CHECK: gpu.launch_func {{.*}}@f_kernel_1

func.func private @host(f32)
func.func @f() {
  %A = memref.alloc() : memref<10xf32>
  %c = arith.constant 7.0 : f32
  affine.for %i = 0 to 10 {
    affine.store %c, %A[%i] : memref<10xf32>
  }
  %v = affine.load %A[0] : memref<10xf32>
  call @host(%v) : (f32) -> ()
  affine.for %i = 0 to 10 {
    affine.store %c, %A[%i] : memref<10xf32>
  }
  return
}
