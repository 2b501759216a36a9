// Columns of a thread that are neighbours in full tiles: the same bits, no race, nothing read that nobody wrote, for sizes
// of no tile, of full ones only, and of partial ones along one axis or both; with tiles in flight, too.
// DEFINE: %{run} = polymem-run %s --emulate --compare --check-bounds --emulator-seed=1..3
// DEFINE: %{sizes} = --sizes=M=0,N=5,K=3 --sizes=M=8,N=16,K=4 --sizes=M=16,N=32,K=9 --sizes=M=19,N=33,K=5 --sizes=M=5,N=16,K=0
// DEFINE: %{four} = warnings=false sizes=8,16,4 block-size=4,2
// DEFINE: %{eight} = warnings=false sizes=8,32,4 block-size=4,2
// RUN: %{run} --entry=product_f32 %{sizes} --pipeline='polymem-to-emulator{%{four}}' --pipeline='polymem-to-emulator{%{eight}}' | FileCheck %s
// RUN: %{run} --entry=product_f64 %{sizes} --pipeline='polymem-to-emulator{%{four}}' --pipeline='polymem-to-emulator{%{eight}}' | FileCheck %s
// RUN: %{run} --entry=product_i8 %{sizes} --pipeline='polymem-to-emulator{%{four}}' --pipeline='polymem-to-emulator{%{eight}}' | FileCheck %s
// RUN: %{run} --entry=product_f32 %{sizes} --pipeline='polymem-to-emulator{%{four} complete-tiles=false}' --pipeline='polymem-to-emulator{%{eight} stages=3}' | FileCheck %s
// CHECK-COUNT-30: identical

// RUN: polymem-opt %s --polymem-to-ptx='%{four}' -o /dev/null --remarks-filter='polymem-join-accesses|polymem-register-tile' --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-opt %s --polymem-to-ptx='%{eight} stages=3' -o /dev/null --remarks-filter='polymem-join-accesses|polymem-register-tile' --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: Jammed {{.*}} Function=product_f32 | {{.*}}Neighbours=4
// REMARK-DAG: Joined {{.*}} Function=product_f32
// REMARK-DAG: Jammed {{.*}} Function=product_f64 | {{.*}}Neighbours=2
// REMARK-DAG: Joined {{.*}} Function=product_f64
// REMARK-DAG: Joined {{.*}} Function=product_i8

func.func @product_f32(%A: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
                       %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
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

func.func @product_f64(%A: memref<?x?xf64> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf64> {polymem.shape = ["K", "N"]},
                       %C: memref<?x?xf64> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xf64>
  %N = memref.dim %C, %c1 : memref<?x?xf64>
  %K = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

func.func @product_i8(%A: memref<?x?xi8> {polymem.shape = ["M", "K"]}, %B: memref<?x?xi8> {polymem.shape = ["K", "N"]},
                       %C: memref<?x?xi8> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %C, %c0 : memref<?x?xi8>
  %N = memref.dim %C, %c1 : memref<?x?xi8>
  %K = memref.dim %A, %c1 : memref<?x?xi8>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xi8>
        %b = affine.load %B[%k, %j] : memref<?x?xi8>
        %c = affine.load %C[%i, %j] : memref<?x?xi8>
        %p = arith.muli %a, %b : i8
        %s = arith.addi %c, %p : i8
        affine.store %s, %C[%i, %j] : memref<?x?xi8>
      }
    }
  }
  return
}
