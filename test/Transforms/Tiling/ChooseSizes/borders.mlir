// Tiles that fit the cores fit the nest's box, borders included: of 900 x 1100 elements, tiles of 64 x 64 are 270 for 264
// places, so that some cores have three; 64 x 32 are 522 for 528.
// DEFINE: %{choose} = polymem-opt %s --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark -o /dev/null
// RUN: %{choose} --polymem-to-ptx="emit=staged sizes=auto machine=nvidia-h100 contract=true assume=M=900,N=1100,K=1200" 2>&1 | FileCheck %s

// CHECK: Function=product {{.*}}tiles of 256 or 64x32x4, sequential 32, blocks of 16x8:

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
