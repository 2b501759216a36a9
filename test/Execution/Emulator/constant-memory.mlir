// Filters whose weights are in constant memory, proved and executed, with every
// access checked, against the loops as they are written. Without the option, the
// weights are an argument.

// DEFINE: %{entry} =
// DEFINE: %{sizes} =
// DEFINE: %{run} = polymem-run %s --entry=%{entry} --check --compare --uninterpreted --check-bounds %{sizes}
// DEFINE: %{all} = %{run} --emulate --emulator-seed=0..2 --pipeline=polymem-to-emulator --pipeline='polymem-to-emulator{device-copies}' \
// DEFINE:   --pipeline='polymem-to-emulator{constant-memory=false device-copies}' --pipeline='polymem-to-emulator{promote-all}' \
// DEFINE:   --pipeline='polymem-tile{mapping=gpu},scratch-promote,scratch-hoist-copies,convert-scratch-to-gpu' && \
// DEFINE: %{run} --pipeline='polymem-to-cpu{emit=loops}'

// REDEFINE: %{entry} = conv
// REDEFINE: %{sizes} = --sizes=N=37,M=5 --sizes=N=1,M=1 --sizes=N=0,M=3
// RUN: %{all}
// REDEFINE: %{entry} = taps
// REDEFINE: %{sizes} = --sizes=N=37,K=3 --sizes=N=300,K=8 --sizes=N=1,K=0 --sizes=N=0,K=8
// RUN: %{all}
// REDEFINE: %{entry} = both
// REDEFINE: %{sizes} = --sizes=N=37 --sizes=N=1 --sizes=N=0
// RUN: %if extended %{ %{all} %}

// A warp's lanes read one element at a time.
// RUN: polymem-run %s --entry=taps --emulate --count --sizes=N=256,K=8 --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=COUNT
// COUNT: requests  accesses  bytes  broadcasts  minimum
// COUNT-NEXT: constant load 64 2048 16384 64 64

// What is behind the array is not in constant memory.
// RUN: not polymem-run %s --entry=taps --emulate --sizes=N=4,K=9 --pipeline=polymem-to-emulator | FileCheck %s --check-prefix=BEHIND
// BEHIND: taps_kernel: out of bounds on w[8]
// RUN: not polymem-run %s --entry=taps --emulate --check-bounds --sizes=N=4,K=9 \
// RUN:   --pipeline='polymem-tile{mapping=gpu},convert-scratch-to-gpu' 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: out-of-bounds access

memref.global "private" constant @W : memref<3x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]>
memref.global "private" constant @w : memref<8xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
memref.global "private" constant @table : memref<8xi32> = dense<[3, 1, 4, 1, 5, 9, 2, 6]>

func.func @conv(%A: memref<?x?xf32> {polymem.shape = ["N + 2", "M + 2"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = memref.get_global @W : memref<3x3xf32>
  %N = memref.dim %B, %c0 : memref<?x?xf32>
  %M = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to 3 {
          %a = affine.load %A[%i + %k, %j + %l] : memref<?x?xf32>
          %b = affine.load %w[%k, %l] : memref<3x3xf32>
          %s = affine.load %B[%i, %j] : memref<?x?xf32>
          %p = arith.mulf %a, %b : f32
          %q = arith.addf %s, %p : f32
          affine.store %q, %B[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

func.func @taps(%A: memref<?xf64> {polymem.shape = ["N + K"]}, %B: memref<?xf64> {polymem.shape = ["N"]}, %K: index {polymem.param = "K"}) {
  %c0 = arith.constant 0 : index
  %w = memref.get_global @w : memref<8xf64>
  %N = memref.dim %B, %c0 : memref<?xf64>
  affine.for %i = 0 to %N {
    affine.for %k = 0 to %K {
      %a = affine.load %A[%i + %k] : memref<?xf64>
      %x = affine.load %w[%k] : memref<8xf64>
      %b = affine.load %B[%i] : memref<?xf64>
      %p = arith.mulf %a, %x : f64
      %s = arith.addf %b, %p : f64
      affine.store %s, %B[%i] : memref<?xf64>
    }
  }
  return
}

// In one kernel all threads read the table alike, on the host too; the other
// array is read by each thread for itself.
memref.global "private" constant @own : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
func.func @both(%A: memref<?x8xi32> {polymem.shape = ["N", 8]}, %B: memref<?x8xf32> {polymem.shape = ["N", 8]}) -> i32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %t = memref.get_global @table : memref<8xi32>
  %own = memref.get_global @own : memref<8xf32>
  %N = memref.dim %A, %c0 : memref<?x8xi32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i, %j] : memref<?x8xi32>
        %x = affine.load %t[%k] : memref<8xi32>
        %s = arith.addi %a, %x : i32
        affine.store %s, %A[%i, %j] : memref<?x8xi32>
      }
      %b = affine.load %B[%i, %j] : memref<?x8xf32>
      %o = affine.load %own[%j] : memref<8xf32>
      %p = arith.mulf %b, %o : f32
      affine.store %p, %B[%i, %j] : memref<?x8xf32>
    }
  }
  %second = memref.load %t[%c2] : memref<8xi32>
  return %second : i32
}
