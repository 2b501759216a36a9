// A product of a matrix and a vector, and of the matrix and itself, with copies that are loaded one
// step early: the same bits, at sizes of no step, of one, of full ones only, and of a partial last one.
// DEFINE: %{run} = polymem-run %s --emulate --compare --check-bounds --emulator-seed=%seeds --pipeline='polymem-to-emulator{warnings=false}'
// RUN: %{run} --entry=mv --sizes=M=0,N=5 --sizes=M=5,N=0 --sizes=M=1,N=1 --sizes=M=64,N=128 --sizes=M=77,N=201 | FileCheck %s
// RUN: %{run} --entry=square --sizes=M=0,N=5 --sizes=M=5,N=0 --sizes=M=1,N=1 --sizes=M=64,N=128 --sizes=M=77,N=201 | FileCheck %s
// CHECK-COUNT-5: identical

// RUN: polymem-opt %s --polymem-to-ptx=warnings=false -o /dev/null --remarks-filter=polymem-prefetch-copies --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: Prefetched {{.*}} Function=mv_kernel
// REMARK-DAG: Prefetched {{.*}} Function=square_kernel
func.func @mv(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
              %x: memref<?xf32> {polymem.shape = ["N"]},
              %y: memref<?xf32> {polymem.shape = ["M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %c = affine.load %y[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<?xf32>
    }
  }
  return
}

func.func @square(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                  %C: memref<?x?xf32> {polymem.shape = ["M", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %M {
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
