// A workgroup buffer inside a tile that is mapped to threads would be shared by
// threads that each need one: refused, nothing changed.
//
// RUN: polymem-opt %s --scratch-promote --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

func.func @f(%A: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c1) mapping [#gpu.thread<x>] {
    // expected-remark@below {{nothing is promoted here: each thread would need a workgroup buffer of its own; use memory-space=private}}
    scratch.tile (%j) = (%c0) to (%c64) step (%c1) {
      affine.for %k = 0 to 3 {
        %a = affine.load %A[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
