// Loops in a sequential one are launches of their own, and get sizes of their own: here few columns in wide blocks for
// sums, and other tiles for an update with two parallel loops.
// RUN: polymem-opt %s --polymem-to-ptx="emit=staged schedule=never assume=K=100,M=1000,N=1200" --remarks-filter='polymem-choose-sizes.*' --remark-format=emitRemark 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// REMARK: [[#@LINE+17]]:5: remark: [Analysis] Chosen {{.*}}tiles of 8 or {{.*}}, sequential 256, blocks of 256x1
// REMARK: [[#@LINE+26]]:5: remark: [Analysis] Chosen {{.*}}tiles of
// REMARK-NOT: Chosen
// CHECK:      %[[C8:.*]] = arith.constant 8 : index
// CHECK:      affine.for
// CHECK:        scratch.tile {{.*}} step (%[[C8]]) mapping [#gpu.block<x>]
// CHECK:        scratch.tile {{.*}} step (%c{{[0-9]+}}, %c{{[0-9]+}}) mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK-NOT:    step (%c8{{[_0-9]*}}, %c8{{[_0-9]*}})
func.func @project(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]},
                   %Q: memref<?x?xf32> {polymem.shape = ["M", "K"]},
                   %R: memref<?x?xf32> {polymem.shape = ["K", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  %K = memref.dim %R, %c0 : memref<?x?xf32>
  affine.for %k = 0 to %K {
    affine.for %j = 0 to %N {
      affine.for %i = 0 to %M {
        %q = affine.load %Q[%i, %k] : memref<?x?xf32>
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %q, %a : f32
        %s = arith.addf %r, %p : f32
        affine.store %s, %R[%k, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %M {
      affine.for %j = 0 to %N {
        %q = affine.load %Q[%i, %k] : memref<?x?xf32>
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %q, %r : f32
        %s = arith.subf %a, %p : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
