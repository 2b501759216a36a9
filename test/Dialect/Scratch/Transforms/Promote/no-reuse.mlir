// Each element is touched once: nothing is promoted, the function is unchanged,
// and a remark says why (P1, Algorithm 1).
//
// RUN: polymem-opt %s --scratch-promote --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

func.func @copy(%A: memref<128xf32>, %B: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  // expected-remark@below {{arg0 stays in global memory: no reuse: overlaps are 0 of 32 elements (delta 0.30)}}
  // expected-remark@below {{arg1 stays in global memory: no reuse}}
  scratch.tile (%i) = (%c0) to (%c128) step (%c32) {
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 32)>(%i) {
      %x = affine.load %A[%ii] : memref<128xf32>
      affine.store %x, %B[%ii] : memref<128xf32>
    }
  }
  return
}
