// With scope=nest, a function without loops has nothing to promote: said in a
// remark, and the function is as it was.
//
// RUN: polymem-opt %s --scratch-promote=scope=nest --remarks-filter='scratch-promote' \
// RUN:   --remark-format=emitRemark -verify-diagnostics -o %t
// RUN: polymem-opt %s -o %t.before
// RUN: diff %t.before %t

// expected-remark @below {{the function has no affine.for}}
func.func @empty(%A: memref<?xf32>) {
  return
}
