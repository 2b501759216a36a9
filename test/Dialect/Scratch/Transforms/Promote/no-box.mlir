// The range of A that a tile touches has a length that varies from tile to
// tile without a bound that is fixed in the function: no buffer.
//
// RUN: polymem-opt %s --scratch-promote --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

func.func @f(%A: memref<?xf32>, %L: memref<10xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %t = 0 to 10 {
    %end = affine.load %L[%t] : memref<10xindex>
    // expected-remark@below {{arg0 stays in global memory: dimension 0 has no extent that is independent of the tile origins}}
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
      affine.for %k = 0 to 4 {
        affine.for %ii = 0 to %end {
          %x = affine.load %A[%ii] : memref<?xf32>
        }
      }
    }
  }
  return
}
