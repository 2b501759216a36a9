// A buffer that grows with a size: the tile is there twice, and host code takes the one
// with the buffer where it fits. Both have the buffer of constant size. Which one is a symbol,
// computed without wrapping: sizes beyond the capacity count as one byte more than it.
//
// RUN: polymem-opt %s --scratch-promote=capacity=1000 --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK: #[[FITS:.*]] = affine_set<()[s0] : (s0 - 1 >= 0)>
// CHECK-LABEL: func @f
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<8xf32>, %[[N:.*]]: index
// CHECK: %[[EXTENT:.*]] = affine.max #{{.*}}()[%[[N]]]
// The others take 32 and 128 bytes.
// CHECK: %[[MORE:.*]] = arith.constant 841 : index
// CHECK: %[[ZERO:.*]] = arith.constant 0
// CHECK: %[[ELEMENT:.*]] = arith.constant 4
// CHECK: %[[SIZE:.*]] = arith.minsi %[[EXTENT]], %[[MORE]]
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[ELEMENT]], %[[SIZE]]
// CHECK: %[[BYTES:.*]] = arith.minsi %[[PRODUCT]], %[[MORE]]
// CHECK: %[[UNITS:.*]] = arith.ceildivsi %[[BYTES]],
// CHECK: %[[ALIGNED:.*]] = arith.muli %[[UNITS]],
// CHECK: %[[TOTAL:.*]] = arith.addi %[[ZERO]], %[[ALIGNED]]
// CHECK: %[[LEFT:.*]] = arith.constant 840
// CHECK: %[[LESS:.*]] = arith.cmpi sle, %[[TOTAL]], %[[LEFT]]
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[CHOICE:.*]] = arith.select %[[LESS]], %[[C1]], %[[C0]]
// CHECK: affine.if #[[FITS]]()[%[[CHOICE]]] {
// CHECK-NEXT: scratch.tile
// CHECK-DAG: scratch.copy_in %[[A]]
// CHECK-DAG: scratch.copy_in %[[B]]
// CHECK-NOT: affine.load %[[A]]
// CHECK: } else {
// CHECK-NEXT: scratch.tile
// CHECK-NOT: scratch.copy_in %[[A]]
// CHECK: scratch.copy_in %[[B]]
// CHECK-NOT: scratch.copy_in %[[A]]
// CHECK: affine.load %[[A]]
// CHECK-NOT: affine.load %[[B]]
// CHECK: } {polymem.fits}

func.func @f(%A: memref<?xf32>, %B: memref<8xf32>, %n: index, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  // expected-remark@below {{the buffers fit if 160 + 4 * (arg2) <= 1000 bytes}}
  // expected-remark@below {{arg0 kept in a buffer of (arg2) elements, 4 * (arg2) bytes}}
  // expected-remark@below {{arg1 kept in a buffer of 8 elements, 32 bytes}}
  // expected-remark@below {{arg3 kept in a buffer of 32 elements, 128 bytes}}
  // expected-remark@below {{for sizes for which the buffers of arg0 do not fit into 1000 bytes, there is a version without them, which accesses global memory; smaller tiles need less, fit=global has no other version}}
  scratch.tile (%b) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    affine.for %i = %b to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%b, %n] {
      affine.for %j = 0 to %n {
        affine.for %k = 0 to 8 {
          %a = affine.load %A[%j] : memref<?xf32>
          %c = affine.load %B[%k] : memref<8xf32>
          %d = arith.addf %a, %c : f32
          affine.store %d, %y[%i] : memref<?xf32>
        }
      }
    }
  }
  return
}
