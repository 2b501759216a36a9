// RUN: not polymem-opt %s --convert-gpu-to-emulator --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// After an error the module is what it was.
// CHECK: cannot be emulated: 'nvvm.wgmma.fence.aligned' is not supported
// CHECK: IR Dump After ConvertGPUToEmulatorPass
// CHECK: gpu.launch_func @m::@k
// CHECK: gpu.module @m
// CHECK: nvvm.barrier0
// CHECK-NEXT: nvvm.wgmma.fence.aligned
// CHECK-NOT: polymem_emu
module attributes {gpu.container_module} {
  func.func @host(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
  gpu.module @m {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      nvvm.barrier0
      nvvm.wgmma.fence.aligned
      llvm.return
    }
  }
}
