// A buffer whose size depends on a parameter and is larger than the capacity for
// all its values stays in global memory: where the tile is executed the size is at
// least 1, and the buffer has at least 32 x 32 elements. With as many bytes as that
// it is kept, under a condition.
//
// RUN: polymem-opt %s --scratch-promote="capacity=8191" --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without
// RUN: polymem-opt %s --scratch-promote="capacity=8192" | FileCheck %s
// CHECK: scratch.copy_in

func.func @f(%A: memref<?x?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  // expected-remark@below {{arg0 stays in global memory: its 256 * (31 + arg1) bytes are at least 8192, which exceeds the capacity of 8191 bytes}}
  scratch.tile (%i) = (%c0) to (%n) step (%c32) {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n] {
      affine.for %k = 0 to 3 {
        affine.for %j = 0 to affine_map<()[s0] -> (s0 + 31)>()[%n] {
          %a = affine.load %A[%ii, %j] : memref<?x?xf64>
        }
      }
    }
  }
  return
}
