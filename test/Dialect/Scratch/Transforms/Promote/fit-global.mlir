// fit=global: a buffer that grows with sizes is not made, and a remark says how it grows
// and what makes it constant. What has a constant size is staged as ever.
//
// RUN: polymem-opt %s --scratch-promote="fit=global" --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @f
// CHECK-SAME: (%[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<8xf32>,
// CHECK-NOT: affine.if
// CHECK-NOT: scratch.copy_in %[[A]]
// CHECK: scratch.copy_in %[[B]]
// CHECK-NOT: scratch.copy_in %[[A]]
// CHECK: affine.load %[[A]]

func.func @f(%A: memref<?x?xf32>, %B: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  // expected-remark@below {{arg0 stays in global memory: its 128 * (arg2) bytes grow with sizes, so that no capacity is enough for all; smaller tiles, or tiles along more loops, make it constant}}
  // expected-remark@below {{arg1 kept in a buffer of 8 elements}}
  scratch.tile (%b) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    affine.for %i = %b to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%b, %n] {
      affine.for %j = 0 to %n {
        affine.for %k = 0 to 8 {
          %a = affine.load %A[%i, %j] : memref<?x?xf32>
          %c = affine.load %B[%k] : memref<8xf32>
        }
      }
    }
  }
  return
}
