// The buffers kept are those that save the most traffic together, not those
// that come first: in 500 bytes, B and C (each 4 accesses per element, 240
// bytes) rather than A (480 bytes, 3 accesses per element).
//
// RUN: polymem-opt %s --scratch-promote="capacity=500" --remarks-filter=scratch-promote --remark-format=emitRemark -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @choose
// CHECK-SAME: (%[[A:.*]]: memref<120xf32>, %[[B:.*]]: memref<60xf32>, %[[C:.*]]: memref<60xf32>
// CHECK-NOT: scratch.copy_in %[[A]]
// CHECK: scratch.copy_in %[[B]]
// CHECK: scratch.copy_in %[[C]]

func.func @choose(%A: memref<120xf32>, %B: memref<60xf32>, %C: memref<60xf32>, %s: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{arg0 stays in global memory: its 480 bytes save 960 bytes of traffic per tile; the buffers kept fill 484 of 500 bytes and save 2876}}
  // expected-remark@below {{arg1 kept in a buffer of 60 elements, 240 bytes; copies 60 in, 0 out per tile instead of 240 accesses}}
  // expected-remark@below {{arg2 kept in a buffer of 60 elements}}
  // expected-remark@below {{arg3 kept in a buffer of 1 elements}}
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) {
    affine.for %k = 0 to 3 {
      affine.for %i = 0 to 120 {
        %a = affine.load %A[%i] : memref<120xf32>
        affine.store %a, %s[0] : memref<1xf32>
      }
    }
    affine.for %k = 0 to 4 {
      affine.for %i = 0 to 60 {
        %b = affine.load %B[%i] : memref<60xf32>
        %c = affine.load %C[%i] : memref<60xf32>
        %0 = arith.addf %b, %c : f32
      }
    }
  }
  return
}
