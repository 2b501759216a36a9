// Tiles of half as many threads are tried where that makes about two or four blocks for each core: 1000 x 1200 elements are 525
// of 48 x 48 for 132 cores. Of 64 x 64, a thread of any of these blocks would have less than eight.
// DEFINE: %{choose} = polymem-opt %s --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -o /dev/null
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=auto assume=M=1000,N=1200,K=1000" 2>&1 | FileCheck %s
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=auto assume=M=64,N=64,K=1000" 2>&1 | FileCheck %s --check-prefix=FEW

// CHECK: Function=product {{.*}}tiles of 256 or 48x48x4, sequential 32, blocks of 16x8: {{.*}}; 7 variants compared
// FEW-NOT: blocks of 16x8

func.func @product(%A: memref<?x?xf32> {polymem.shape = ["M", "K"]}, %B: memref<?x?xf32> {polymem.shape = ["K", "N"]},
                   %C: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %C, %c1 : memref<?x?xf32>
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
