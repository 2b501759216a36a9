// Blocks at the border execute all iterations of a full tile: the same bits, nothing read that nobody wrote and no race,
// for sizes of no tile, of full ones only, and of partial ones along one axis or both; and nothing else is
// executed by the others.
// DEFINE: %{run} = polymem-run %s --emulate --compare --check-bounds --check --emulator-seed=1..4
// DEFINE: %{sizes} = --sizes=M=0,N=5 --sizes=M=5,N=0 --sizes=M=1,N=1 --sizes=M=16,N=16 --sizes=M=19,N=9 --sizes=M=33,N=40
// RUN: %{run} --entry=product %{sizes} --pipeline='polymem-to-emulator{warnings=false sizes=16,16,8 block-size=8,4}' | FileCheck %s
// RUN: %{run} --entry=triangle %{sizes} --pipeline='polymem-to-emulator{warnings=false sizes=16,16,8 block-size=8,4}' | FileCheck %s
// RUN: %{run} --entry=below %{sizes} --pipeline='polymem-to-emulator{warnings=false sizes=16,16,8 block-size=8,4}' | FileCheck %s
// RUN: %{run} --entry=above %{sizes} --pipeline='polymem-to-emulator{warnings=false sizes=16,32,8 block-size=8,4}' | FileCheck %s
// With tiles in flight, copies arriving when they must or when they can, the buffers wrap around.
// DEFINE: %{arrival} = late
// DEFINE: %{flight} = %{run} --async=%{arrival} --pipeline='polymem-to-emulator{warnings=false sizes=16,16,8 block-size=8,4 stages=2}' --pipeline='polymem-to-emulator{warnings=false sizes=16,16,8 block-size=8,4 stages=3}'
// RUN: %{flight} --entry=product %{sizes} | FileCheck %s
// RUN: %{flight} --entry=triangle %{sizes} | FileCheck %s
// RUN: %{flight} --entry=below %{sizes} | FileCheck %s
// REDEFINE: %{arrival} = random
// RUN: %{flight} --entry=product %{sizes} | FileCheck %s
// RUN: %{flight} --entry=triangle %{sizes} | FileCheck %s
// RUN: %{flight} --entry=above %{sizes} | FileCheck %s
// CHECK-COUNT-6: identical

// RUN: polymem-opt %s --polymem-to-ptx='warnings=false sizes=16,16,8 block-size=8,4' -o /dev/null --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-opt %s --polymem-to-ptx='warnings=false sizes=16,16,8 block-size=8,4 stages=2' -o /dev/null --remarks-filter=polymem-complete-tiles --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: Completed {{.*}} Function=product
// REMARK-DAG: Completed {{.*}} Function=triangle
// REMARK-DAG: Completed {{.*}} Function=below
// REMARK-DAG: Completed {{.*}} Function=above

// Eight iterations of a thread take four loads of A: 32 times, for as many elements of a sum, and the block at the border, of
// 9 x 9 elements, executes just that.
// DEFINE: %{stages} = 1
// DEFINE: %{count} = polymem-run %s --emulate --count --entry=product --pipeline='polymem-to-emulator{warnings=false sizes=16,16,8 block-size=8,4 stages=%{stages}}'
// RUN: %{count} --sizes=M=16,N=32 | FileCheck %s --check-prefix=FULL
// RUN: %{count} --sizes=M=9,N=32 | FileCheck %s --check-prefix=FULL
// REDEFINE: %{stages} = 2
// RUN: %{count} --sizes=M=9,N=32 | FileCheck %s --check-prefix=FULL
// FULL-COUNT-4: load at {{.*}}:49:14 {{ *}}32 {{ *}}1024

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

// Sums that begin behind their row.
func.func @triangle(%A: memref<?x?xf32> {polymem.shape = ["M", "M"]},
                    %B: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                    %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to %M {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
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

// Sums on one side of the diagonal: a tile on it executes those of the other side, too.
func.func @below(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %A[%j, %k] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

func.func @above(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %C: memref<?x?xf32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %M {
      affine.for %k = 0 to %N {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %A[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
