// Nothing to do: the remark says what to do instead.
//
// RUN: polymem-opt %s --scratch-promote --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

// expected-remark@below {{the function has no scratch.tile; tile it, or use scope=nest}}
func.func @f(%A: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %A[%i] : memref<4xf32>
  }
  return
}
