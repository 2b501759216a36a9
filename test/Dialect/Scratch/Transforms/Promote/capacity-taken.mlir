// RUN: polymem-opt %s --scratch-promote="promote-all capacity=4096" --remarks-filter=scratch-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// Buffers that are there already leave so much less for others: 4096 bytes less
// 32 x 32 x 2. Those of another memory do not count.

// CHECK: arg0{{.*}}2304 bytes exceed the capacity of 2048 bytes
#cells = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @f(%A: memref<?x?xf16> {polymem.shape = ["N + 3", "N + 3"]}, %B: memref<?x?xf16> {polymem.shape = ["N", "N"]}, %N: index {polymem.param = "N"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%N, %N) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %there = scratch.alloc() : memref<32x32xf16, #cells, #gpu.address_space<workgroup>>
    %other = scratch.alloc() : memref<32x32xf16, #cells, #gpu.address_space<private>>
    affine.for %k = 0 to 32 {
      affine.for %l = 0 to 32 {
        affine.for %m = 0 to 5 {
          %a = affine.load %A[symbol(%i) + %k + %m, symbol(%j) + %l] : memref<?x?xf16>
          affine.store %a, %there[%k, %l] : memref<32x32xf16, #cells, #gpu.address_space<workgroup>>
        }
      }
    }
  }
  return
}
