// Whole programs with sums, by the pipeline, on the emulator that reports races:
// the same values as in order, when the order does not matter.

// DEFINE: %{run} = polymem-run %s --emulate --compare --uninterpreted --count --pipeline=polymem-to-emulator

// A launch of one thread, one of 64 blocks of 256 threads, one of one block.
// RUN: %{run} --entry=sum --sizes=N=100003 | FileCheck %s --check-prefix=SUM
// RUN: %{run} --entry=sum --sizes=N=0 --sizes=N=1 --sizes=N=257 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: identical
// SUM: sum: N=100003: identical
// SUM: sum_kernel: 1 launch, 1 block, 1 thread,
// SUM: sum_kernel_1: 1 launch, 64 blocks, 16384 threads
// Full sectors: 100003 elements of 4 bytes need 12501.
// SUM: load at {{.*}} 100003 {{ *}}400012 {{ *}}12501 {{ *}}12501
// SUM: sum_kernel_2: 1 launch, 1 block, 256 threads
// SUM-NOT: launch

// RUN: %{run} --entry=dot --sizes=M=67,N=301 | FileCheck %s --check-prefix=DOT
// DOT: dot: M=67 N=301: identical
// DOT: dot_kernel: 1 launch, 1 block, 1 thread,
// DOT: dot_kernel_1: 1 launch, 16 blocks, 4096 threads
// DOT: dot_kernel_2: 1 launch, 1 block, 256 threads
// DOT-NOT: launch

// A launch of 256 threads does all of a loop that carries its sums.
// RUN: %{run} --entry=chain --sizes=M=5,N=300 | FileCheck %s --check-prefix=CHAIN
// CHAIN: chain: M=5 N=300: identical
// CHAIN: chain_kernel: 1 launch, 1 block, 256 threads
// CHAIN-NOT: launch

// From a lower bound that is a maximum, in steps.
// RUN: %{run} --entry=strided --sizes=M=3,N=301 --sizes=M=9,N=2000 | FileCheck %s --check-prefix=STRIDED
// STRIDED: strided: M=3 N=301: identical
// STRIDED: strided: M=9 N=2000: identical

// In floating point without the promise, and without the option, one thread adds.
// RUN: %{run} --entry=ordered --sizes=N=1000 | FileCheck %s --check-prefix=ORDERED
// ORDERED: ordered_kernel: 1 launch, 1 block, 256 threads,
// ORDERED-NOT: launch
// RUN: polymem-run %s --emulate --count --entry=ordered --sizes=N=1000 --pipeline='polymem-to-emulator{reassociate=true}' | FileCheck %s --check-prefix=OPTION
// OPTION: ordered_kernel: 1 launch, 64 blocks, 16384 threads
// OPTION: ordered_kernel_1: 1 launch, 1 block, 256 threads

func.func @sum(%A: memref<?xf32> {polymem.shape = ["N"]}, %S: memref<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.store %zero, %S[] : memref<f32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %a fastmath<reassoc> : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}

func.func @dot(%A: memref<?x?xf64> {polymem.shape = ["M", "N"]}, %B: memref<?x?xf64> {polymem.shape = ["M", "N"]}, %S: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %M = memref.dim %A, %c0 : memref<?x?xf64>
  %N = memref.dim %A, %c1 : memref<?x?xf64>
  %sum = affine.for %i = 0 to %M iter_args(%row = %zero) -> f64 {
    %next = affine.for %j = 0 to %N iter_args(%s = %row) -> f64 {
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %m = arith.mulf %a, %b : f64
      %t = arith.addf %s, %m fastmath<reassoc> : f64
      affine.yield %t : f64
    }
    affine.yield %next : f64
  }
  affine.store %sum, %S[0] : memref<1xf64>
  return
}

func.func @chain(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %R: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %k = 1 to %M {
    affine.for %i = 0 to %N {
      %a = affine.load %A[%k, %i] : memref<?x?xf32>
      %p = affine.load %R[%k - 1] : memref<?xf32>
      %m = arith.divf %a, %p : f32
      %s = affine.load %R[%k] : memref<?xf32>
      %t = arith.subf %s, %m fastmath<reassoc> : f32
      affine.store %t, %R[%k] : memref<?xf32>
    }
  }
  return
}

func.func @strided(%A: memref<?xi32> {polymem.shape = ["N"]}, %S: memref<i32>, %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  affine.for %i = max affine_map<()[M] -> (M, 5)>()[%M] to %N step 3 {
    %a = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.subi %s, %a overflow<nsw> : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}

func.func @ordered(%A: memref<?xf32> {polymem.shape = ["N"]}, %S: memref<f32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %s = affine.load %S[] : memref<f32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %S[] : memref<f32>
  }
  return
}
