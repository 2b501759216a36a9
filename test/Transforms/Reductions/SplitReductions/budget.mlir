// RUN: polymem-opt %s --polymem-split-reductions=max-isl-operations=40 --remarks-filter=polymem-split-reductions --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s

// Without enough isl operations nothing changes, and a remark says so.

// CHECK: remark: [Failure] {{NotModelled|BudgetExhausted}} |
// CHECK-NOT: alloca
func.func @sum(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.addi %s, %x : i32
    affine.store %t, %S[] : memref<i32>
  }
  return
}
