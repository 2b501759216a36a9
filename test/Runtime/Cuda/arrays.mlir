// Where the caller's arrays can be: copied to the device, registered with the
// driver, or in device memory. The driver is a stand-in that runs kernels on the
// emulator.

// DEFINE: %{mode} =
// DEFINE: %{build} = polymem-opt %s --polymem-to-emulator="instrument=false %{mode}" \
// DEFINE:   | mlir-translate --mlir-to-llvmir | sed 's/\(@polymem_emu_data_kernel_[0-9]* = \)internal /\1/' \
// DEFINE:   | llc -filetype=obj -relocation-model=pic -o %t.kernels.o && \
// DEFINE:   %cc -shared %t.kernels.o -o %t.so %fake_cuda && \
// DEFINE:   polymem-opt %s --llvm-request-c-wrappers --polymem-to-ptx="emit=module %{mode}" \
// DEFINE:   | mlir-translate --mlir-to-llvmir | llc -filetype=obj -relocation-model=pic -o %t.o && \
// DEFINE:   %cxx -std=c++17 -I %polymem_src/include %S/Inputs/arrays.cpp %t.o -o %t -L %polymem_build/lib -lpolymem_cuda_runtime -ldl -Wl,-rpath,%polymem_build/lib
// DEFINE: %{run} = env POLYMEM_CUDA_DRIVER=%fake_cuda POLYMEM_FAKE_CUDA_KERNELS=%t.so %t

// REDEFINE: %{mode} = device-copies=true
// RUN: %{build}
// RUN: %{run} 2>%t.log | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s --check-prefix=COPIES --input-file=%t.log
// ONCE: 0 2 198
// COPIES:         cuMemcpy 400 bytes to memory
// COPIES:         cuLaunchKernel
// COPIES:         cuMemcpy 400 bytes from memory

// REDEFINE: %{mode} = host-register=true
// RUN: %{build}
// RUN: %{run} 2>%t.log | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s --check-prefix=REGISTER --input-file=%t.log
// REGISTER-NOT:     cuMemcpy
// REGISTER-COUNT-2: cuMemHostRegister 400 bytes
// REGISTER:         cuLaunchKernel
// REGISTER-NEXT:    cuCtxSynchronize
// REGISTER-COUNT-2: cuMemHostUnregister

// REDEFINE: %{mode} =
// RUN: %{build}
// RUN: %{run} device 2>%t.log | FileCheck %s --check-prefix=TWICE
// RUN: FileCheck %s --check-prefix=DEVICE --input-file=%t.log
// TWICE: 0 4 396
// DEVICE:       cuMemcpy 400 bytes to memory 1
// DEVICE:       cuLaunchKernel
// DEVICE:       cuLaunchKernel
// DEVICE:       cuMemcpy 400 bytes from memory 1
// DEVICE-NEXT:  cuMemFree memory 1
// DEVICE-NEXT:  cuMemFree memory 2
// DEVICE-NOT:   {{cuMem|signal}}

func.func @twice(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<?xf32>
  }
  return
}
