// All buffers of the launch count: with 13696 bytes there is room for one of the
// two paddings, and it goes to the buffer that gains more, though it comes last.
// With 13824 bytes there is room for both, with 13695 for none, and nothing
// changes.
//
// RUN: polymem-opt %s --scratch-pad=capacity=13696 --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s
// RUN: polymem-opt %s --scratch-pad=capacity=13824 | FileCheck %s --check-prefix=BOTH
// RUN: polymem-opt %s --scratch-pad=capacity=13695 -o %t.with
// RUN: polymem-opt %s -o %t.without
// RUN: diff %t.with %t.without

// CHECK-DAG: #[[SAME:.*]] = #scratch.mapping<{{.*}} -> (32, 48)>
// CHECK-DAG: #[[PADDED:.*]] = #scratch.mapping<{{.*}} -> (32, 49)>
// CHECK: scratch.alloc() : memref<32x48xf32, #[[SAME]]
// CHECK: scratch.alloc() : memref<32x48xf32, #[[PADDED]]
// BOTH: -> (32, 49)>
// BOTH-NOT: -> (32, 48)>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 48)>
#line = #scratch.mapping<(d0) -> (d0), extents = () -> (320)>
func.func @f(%x: f32, %s: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x48 cells not padded to 32x49, which would take 1 wavefronts instead of 16: 128 bytes more are too many; the launch's buffers fill 13568 of 13696 bytes without padding}}
    %a = scratch.alloc() : memref<32x48xf32, #box, #w>
    // expected-remark@below {{32x48 cells padded to 32x49}}
    %b = scratch.alloc() : memref<32x48xf32, #box, #w>
    // expected-remark@below {{320 cells not padded}}
    %c = scratch.alloc() : memref<320xf32, #line, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %a[%i, 0] : memref<32x48xf32, #box, #w>
      affine.store %x, %b[%i, 0] : memref<32x48xf32, #box, #w>
      affine.store %x, %b[%i, 1] : memref<32x48xf32, #box, #w>
      affine.store %x, %c[%i] : memref<320xf32, #line, #w>
    }
  }
  return
}
