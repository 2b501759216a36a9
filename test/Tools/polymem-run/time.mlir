// --time calls each program that often more, and prints a line for each.

// RUN: polymem-run %s --entry=scale --time=3 --sizes=N=10 | FileCheck %s --check-prefix=ALONE
// ALONE: scale: N=10: ran
// ALONE-NEXT: scale: N=10: time {{[0-9.e+-]+}} ms, least {{[0-9.e+-]+}} ms (3 calls){{$}}

// RUN: polymem-run %s --entry=scale --compare --time=4 --sizes=N=10 --sizes=N=0 --pipeline=canonicalize --pipeline=cse | FileCheck %s --check-prefix=COMPARE
// COMPARE: scale [pipeline 1]: N=10: identical
// COMPARE-NEXT: scale [pipeline 2]: N=10: identical
// COMPARE-NEXT: scale (original): N=10: time {{.*}} (4 calls){{$}}
// COMPARE-NEXT: scale [pipeline 1]: N=10: time {{.*}} (4 calls), {{[0-9.]+}} times the first's
// COMPARE-NEXT: scale [pipeline 2]: N=10: time {{.*}} (4 calls), {{[0-9.]+}} times the first's
// COMPARE-NEXT: scale [pipeline 1]: N=0: identical

// What differs is not timed.
// RUN: not polymem-run %s --entry=scale --compare --time=4 --sizes=N=10 --against=wrong | FileCheck %s --check-prefix=WRONG
// WRONG: expected
// WRONG-NOT: ms
// RUN: not polymem-run %s --entry=scale --time=4 --sizes=N=10 --emulate 2>&1 | FileCheck %s --check-prefix=EMULATE
// EMULATE: error: --time: times of the emulator say nothing about a device
// RUN: not polymem-run %s --entry=scale --time=4 --sizes=N=10 --pipeline=polymem-to-emulator 2>&1 | FileCheck %s --check-prefix=KERNELS
// KERNELS: error: --time: 'scale' runs on the emulator

// On a device, what begins each call is the same, and the call ends with a wait.
// RUN: polymem-run %s --entry=scale --cuda --cuda-library=%fake_cuda --time=2 --sizes=N=10 2>&1 | FileCheck %s --check-prefix=CUDA
// CUDA: cuMemcpyDtoH
// CUDA: cuMemAlloc
// CUDA-NEXT: cuMemcpyHtoD
// CUDA-NEXT: cuCtxSynchronize
// CUDA: cuLaunchKernel
// CUDA-NEXT: cuCtxSynchronize
// CUDA-NEXT: cuCtxSynchronize
// CUDA-NEXT: cuMemcpyHtoD
// CUDA: cuLaunchKernel
// CUDA: cuLaunchKernel
// CUDA-NOT: cuLaunchKernel
// CUDA: cuMemFree

func.func @scale(%a: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %0 = affine.load %a[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %a[%i] : memref<?xf32>
  }
  return
}

func.func @wrong(%a: memref<?xf32> {polymem.shape = ["N"]}) {
  return
}
