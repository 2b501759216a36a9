// A product whose accumulators stay in registers from step to step: the same bits, at sizes of no step,
// of one, of full ones only and of a partial last one; and a cell is loaded from shared memory once by
// its thread, not in each step: 128 * 128 accumulators of full tiles, 4 steps. Loops that have copies of their
// next step in registers carry no accumulators: here none has.
// DEFINE: %{run} = polymem-run %s --emulate --compare --check-bounds --emulator-seed=%seeds --pipeline='polymem-to-emulator{warnings=false prefetch-registers=0}'
// DEFINE: %{sizes} = --sizes=M=0,N=5 --sizes=M=5,N=0 --sizes=M=1,N=1 --sizes=M=64,N=128 --sizes=M=77,N=201
// RUN: %{run} --entry=product %{sizes} | FileCheck %s
// RUN: %{run} --entry=pair %{sizes} | FileCheck %s
// CHECK-COUNT-5: identical

// RUN: polymem-opt %s --polymem-to-ptx='warnings=false prefetch-registers=0' -o /dev/null --remarks-filter=polymem-carry-accumulators --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: Carried {{.*}} Function=product_kernel
// REMARK-DAG: Carried {{.*}} Function=pair_kernel

// DEFINE: %{count} = polymem-run %s --emulate --count --entry=product --sizes=M=128,N=128
// RUN: %{count} --pipeline='polymem-to-emulator{sizes=32,32,32 prefetch-registers=0}' | FileCheck %s --check-prefix=ONCE
// RUN: %{count} --pipeline='polymem-to-emulator{sizes=32,32,32 prefetch-registers=0 carry-registers=0}' | FileCheck %s --check-prefix=STEPS
// ONCE: shared load
// ONCE-NEXT: load at {{.*}}:14 {{ *}}128 {{ *}}4096
// STEPS: shared load
// STEPS-NEXT: load at {{.*}}:14 {{ *}}512 {{ *}}16384
func.func @product(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                   %B: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                   %C: memref<?x?xf32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Two arrays of accumulators, one of integers.
func.func @pair(%A: memref<?x?xi32> {polymem.shape = ["M", "N"]},
                %B: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                %C: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                %D: memref<?x?xi32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xi32>
  %N = memref.dim %A, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xi32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %d = affine.load %D[%i, %j] : memref<?x?xi32>
        %f = arith.sitofp %a : i32 to f32
        %p = arith.mulf %f, %b : f32
        %s = arith.addf %c, %p : f32
        %t = arith.addi %d, %a : i32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
        affine.store %t, %D[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
