// What is missing, and what the driver says, with its name and number.

// DEFINE: %{run} = not polymem-run %s --cuda --entry=scale --sizes=N=5

// RUN: %{run} --cuda-library=%t.none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: polymem-run: error: --cuda: there is no NVIDIA driver: {{.*}}.none: cannot open shared object file
// RUN: %{run} --cuda-library=libm.so.6 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: --cuda: 'libm.so.6' is no NVIDIA driver, or an old one: it has no function cuInit
// RUN: env POLYMEM_FAKE_CUDA_FAIL=cuInit=100 %{run} --cuda-library=%fake_cuda 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: --cuda: cuInit: CUDA_ERROR_NO_DEVICE (100): no CUDA-capable device is detected

// What fails during a run is that run's.
// DEFINE: %{fake} = %{run} --cuda-library=%fake_cuda --sizes=N=6
// RUN: env POLYMEM_FAKE_CUDA_FAIL=cuMemAlloc=2 %{fake} | FileCheck %s --check-prefix=ALLOC
// ALLOC: scale: N=5: cuMemAlloc_v2: CUDA_ERROR_OTHER (2): something else
// RUN: env POLYMEM_FAKE_CUDA_FAIL=cuModuleLoadDataEx=218 %{fake} | FileCheck %s --check-prefix=JIT
// JIT:      scale: N=5: cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218): a PTX JIT compilation failed
// JIT-NEXT: ptxas application ptx input, line 1; fatal
// JIT-NEXT: scale: N=6: cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218)
// RUN: env POLYMEM_FAKE_CUDA_FAIL=cuModuleGetFunction=500 %{fake} | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: scale: N=5: kernel scale_kernel: cuModuleGetFunction: CUDA_ERROR_NOT_FOUND (500): named symbol not found
// RUN: env POLYMEM_FAKE_CUDA_FAIL=cuLaunchKernel=1 %{fake} | FileCheck %s --check-prefix=LAUNCH
// LAUNCH: scale: N=5: kernel scale_kernel: cuLaunchKernel: CUDA_ERROR_OTHER (1)
// RUN: env POLYMEM_FAKE_CUDA_FAIL=cuCtxSynchronize=700 %{fake} | FileCheck %s --check-prefix=KERNEL
// KERNEL: scale: N=5: cuCtxSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered

// Pipelines that make nothing for the device.
// RUN: %{fake} --pipeline=polymem-to-cpu 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: error: no function of this module has a kernel
// RUN: %{fake} --pipeline=polymem-to-emulator 2>&1 | FileCheck %s --check-prefix=EMULATOR
// EMULATOR: scale: --cuda: the pipeline compiles for the emulator; polymem-to-ptx{emit=module} does for a device
// RUN: %{fake} --uninterpreted --pipeline='polymem-to-ptx{emit=module}' 2>&1 | FileCheck %s --check-prefix=HASH
// HASH: scale: --uninterpreted cannot change kernels that a pipeline has compiled to PTX
// RUN: %{fake} --machine=nvidia-gtx8800 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: --cuda: machine 'nvidia-gtx8800' names no chip that LLVM generates PTX for
// RUN: not polymem-run %s --cuda-library=%fake_cuda 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: --cuda-library is for --cuda
// RUN: not polymem-run %s --entry=scale --sizes=N=5 --pipeline='polymem-to-ptx{emit=module}' | FileCheck %s --check-prefix=NODEVICE
// NODEVICE: scale: N=5: the program launches kernels in PTX, and there is no device: see --cuda

// Host code cannot touch what is on the device; the next run is not disturbed.
// RUN: not polymem-run %s --cuda --cuda-library=%fake_cuda --entry=sequential --entry=scale --sizes=N=5 --pipeline='polymem-to-ptx{emit=module map-sequential=false schedule=never}' 2>%t.log | FileCheck %s --check-prefix=HOST
// HOST:      sequential: N=5: the host's code accesses an array that is in the device's memory: some loop was not mapped to the GPU
// HOST-NEXT: scale: N=5: ran

func.func @scale(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}

func.func @sequential(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
