// A private buffer is registers: its extents must be constants. The function is
// unchanged.
//
// RUN: polymem-opt %s --scratch-promote="memory-space=private" --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

func.func @f(%A: memref<?xf32>, %N: index, %T: index) {
  %c0 = arith.constant 0 : index
  // expected-remark@below {{arg0 stays in global memory: private buffers need constant extents, but it takes min(arg2, arg1) elements}}
  scratch.tile (%i) = (%c0) to (%N) step (%T) mapping [#gpu.thread<x>] {
    affine.for %k = 0 to 3 {
      affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%i, %T, %N] {
        %a = affine.load %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}
