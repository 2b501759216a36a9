// What --cuda asks of the driver, in order: arrays and their guard zones are
// copied to the device and back; the module is loaded when a kernel of it is
// first needed, and once; the kernel gets the shape of the launch, its memory,
// and its parameters. (The driver is a stand-in, test/lib/FakeCuda.cpp, which
// here runs nothing.)

// RUN: polymem-run %s --cuda --cuda-library=%fake_cuda --entry=scale --sizes=N=5 --sizes=N=300 \
// RUN:   --pipeline='polymem-to-ptx{emit=module}' 2>&1 >%t.out | FileCheck %s
// CHECK:      cuInit
// CHECK-NEXT: cuDeviceGet 0
// CHECK-NEXT: cuDevicePrimaryCtxRetain
// CHECK-NEXT: cuCtxSetCurrent
// CHECK-NEXT: cuMemAlloc 8212 bytes
// CHECK-NEXT: cuMemcpyHtoD 8212 bytes to memory 1
// CHECK-NEXT: cuModuleLoadDataEx .target sm_90
// CHECK-NEXT: cuModuleGetFunction scale_kernel
// CHECK-NEXT: cuLaunchKernel scale_kernel grid 1,1,1 block 256,1,1 shared 0 parameters u64 5, u64 memory 1 + 4096, u64 memory 1 + 4096, u64 0, u64 5, u64 1, f32 0.497366, u64 1
// CHECK-NEXT: cuCtxSynchronize
// CHECK-NEXT: cuMemcpyDtoH 8212 bytes from memory 1
// CHECK-NEXT: cuMemFree memory 1
// CHECK-NEXT: cuMemAlloc 9392 bytes
// CHECK-NEXT: cuMemcpyHtoD 9392 bytes to memory 2
// CHECK-NEXT: cuModuleGetFunction scale_kernel
// CHECK-NEXT: cuLaunchKernel scale_kernel grid 2,1,1 block 256,1,1 shared 0 parameters u64 300, u64 memory 2 + 4096,
// CHECK-NEXT: cuCtxSynchronize
// CHECK-NEXT: cuMemcpyDtoH 9392 bytes from memory 2
// CHECK-NEXT: cuMemFree memory 2
// CHECK-NEXT: cuModuleUnload
// CHECK-NEXT: cuDevicePrimaryCtxRelease 0 allocations left

// Programs without kernels go through polymem-to-ptx, launches as they are
// through the same passes; PTX is for the machine's chip.
// RUN: polymem-run %s --cuda --cuda-library=%fake_cuda --entry=scale --sizes=N=5 --machine=nvidia-a100 2>&1 >%t.out | FileCheck %s --check-prefix=A100
// RUN: polymem-run %s --cuda --cuda-library=%fake_cuda --entry=scale --sizes=N=5 --machine=nvidia-a100 \
// RUN:   --pipeline='polymem-tile{mapping=gpu},convert-scratch-to-gpu' 2>&1 >%t.out | FileCheck %s --check-prefix=A100
// A100: cuModuleLoadDataEx .target sm_80
// A100: cuLaunchKernel scale_kernel grid 1,1,1 block 256,1,1

// More than 48 KiB of dynamic shared memory must be asked for.
// RUN: polymem-run %s --cuda --cuda-library=%fake_cuda --entry=shared 2>&1 >%t.out | FileCheck %s --check-prefix=SHARED
// SHARED:      cuFuncSetAttribute shared_kernel 8 65536
// SHARED-NEXT: cuLaunchKernel shared_kernel grid 1,1,1 block 4,1,1 shared 65536

// Copies that the program makes itself are between places of the device.
// RUN: polymem-run %s --cuda --cuda-library=%fake_cuda --entry=scale --sizes=N=5 \
// RUN:   --pipeline='polymem-to-ptx{emit=module device-copies}' 2>&1 >%t.out | FileCheck %s --check-prefix=COPIES
// COPIES:      cuMemAlloc 20 bytes
// COPIES-NEXT: cuMemcpy 20 bytes from memory 1 + 4096 to memory 2
// COPIES:      cuLaunchKernel scale_kernel {{.*}} u64 memory 2, u64 memory 2,
// COPIES:      cuMemcpy 20 bytes from memory 2 to memory 1 + 4096
// COPIES:      cuMemFree memory 2
// COPIES:      cuMemcpyDtoH 8212 bytes from memory 1

func.func @scale(%A: memref<?xf32> {polymem.shape = ["N"]}, %f: f32, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.mulf %a, %f : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}

func.func @shared(%A: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %bytes = arith.constant 65536 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
      dynamic_shared_memory_size %bytes {
    %x = arith.constant 1.0 : f32
    memref.store %x, %A[%t] : memref<4xf32>
    gpu.terminator
  }
  return
}
