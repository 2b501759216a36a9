// Rows with a maximum, a sum of exponentials and a division, by the pipeline, on
// the emulator that reports races: the same values as in order, from one launch
// whose blocks have eight rows of 32 threads.

// DEFINE: %{run} = polymem-run %s --emulate --compare --uninterpreted --sizes=M=9,N=67 --sizes=M=1,N=1 --sizes=M=3,N=0 --sizes=M=0,N=5 --pipeline=polymem-to-emulator
// RUN: %{run} --entry=carried --count | FileCheck %s --check-prefix=CARRIED
// CARRIED: carried: M=9 N=67: identical
// CARRIED: carried_kernel: 1 launch, 2 blocks, 512 threads
// CARRIED-NOT: launch
// CARRIED: carried: M=1 N=1: identical
// CARRIED: carried: M=3 N=0: identical
// CARRIED: carried: M=0 N=5: identical

// RUN: %{run} --entry=in_memory --count | FileCheck %s --check-prefix=MEMORY
// MEMORY: in_memory: M=9 N=67: identical
// MEMORY: in_memory_kernel: 1 launch, 2 blocks, 512 threads
// MEMORY-NOT: launch
// MEMORY: in_memory: M=1 N=1: identical
// MEMORY: in_memory: M=3 N=0: identical
// MEMORY: in_memory: M=0 N=5: identical

// Results in arrays outside: the divisions have a launch of their own.
// RUN: %{run} --entry=in_arrays --count | FileCheck %s --check-prefix=ARRAYS
// ARRAYS: in_arrays: M=9 N=67: identical
// ARRAYS: in_arrays_kernel: 1 launch, 2 blocks, 512 threads
// ARRAYS: in_arrays: M=1 N=1: identical
// ARRAYS: in_arrays: M=3 N=0: identical
// ARRAYS: in_arrays: M=0 N=5: identical

// Proved up to where the order changes, and from there on.
// RUN: %if extended %{ polymem-opt %s --polymem-to-emulator=check --mlir-disable-threading -o /dev/null --remarks-filter='polymem-check|polymem-split-reductions' --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=PROOF %}
// PROOF: [Passed] Proved | {{.*}}Function=carried
// PROOF: [Passed] Split | {{.*}}Function=carried
// PROOF: [Passed] Shared | {{.*}}Function=carried
// PROOF: [Passed] Proved | {{.*}}Function=carried
// RUN: %if extended %{ %{run} --entry=carried --entry=in_memory --entry=in_arrays --emulator-seed=%seeds %}

// Numbers: a sum in another order is rounded otherwise.
// RUN: polymem-run %s --entry=carried --emulate --compare --tolerance=1e-5 --sizes=M=9,N=300 --pipeline=polymem-to-emulator

func.func @carried(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %Y: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    %max = affine.for %j = 0 to %n iter_args(%x = %least) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.maximumf %x, %a : f32
      affine.yield %y : f32
    }
    %sum = affine.for %j = 0 to %n iter_args(%x = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[%i, %j] : memref<?x?xf32>
      %y = arith.addf %x, %e fastmath<reassoc> : f32
      affine.yield %y : f32
    }
    affine.for %j = 0 to %n {
      %e = affine.load %Y[%i, %j] : memref<?x?xf32>
      %q = arith.divf %e, %sum : f32
      affine.store %q, %Y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @in_memory(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %Y: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  %most = memref.alloca() : memref<f32>
  %total = memref.alloca() : memref<f32>
  affine.for %i = 0 to %m {
    affine.store %least, %most[] : memref<f32>
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %x = affine.load %most[] : memref<f32>
      %y = arith.maximumf %x, %a : f32
      affine.store %y, %most[] : memref<f32>
    }
    affine.store %zero, %total[] : memref<f32>
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %max = affine.load %most[] : memref<f32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[%i, %j] : memref<?x?xf32>
      %x = affine.load %total[] : memref<f32>
      %y = arith.addf %x, %e fastmath<reassoc> : f32
      affine.store %y, %total[] : memref<f32>
    }
    affine.for %j = 0 to %n {
      %e = affine.load %Y[%i, %j] : memref<?x?xf32>
      %sum = affine.load %total[] : memref<f32>
      %q = arith.divf %e, %sum : f32
      affine.store %q, %Y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @in_arrays(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %Y: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  %most = memref.alloca(%m) : memref<?xf32>
  %total = memref.alloca(%m) : memref<?xf32>
  affine.for %i = 0 to %m {
    affine.store %least, %most[%i] : memref<?xf32>
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %x = affine.load %most[%i] : memref<?xf32>
      %y = arith.maximumf %x, %a : f32
      affine.store %y, %most[%i] : memref<?xf32>
    }
    affine.store %zero, %total[%i] : memref<?xf32>
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %max = affine.load %most[%i] : memref<?xf32>
      %d = arith.subf %a, %max : f32
      %e = math.exp %d : f32
      affine.store %e, %Y[%i, %j] : memref<?x?xf32>
      %x = affine.load %total[%i] : memref<?xf32>
      %y = arith.addf %x, %e fastmath<reassoc> : f32
      affine.store %y, %total[%i] : memref<?xf32>
    }
    affine.for %j = 0 to %n {
      %e = affine.load %Y[%i, %j] : memref<?x?xf32>
      %sum = affine.load %total[%i] : memref<?xf32>
      %q = arith.divf %e, %sum : f32
      affine.store %q, %Y[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
