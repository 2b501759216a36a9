// Lanes read a column once, in one bank, and a row many times. A longer row would spare 31
// wavefronts: a hundredth of them all is more in @many, so that rows stay as they are,
// and vectors can copy them; in @few it is less.
//
// RUN: polymem-opt %s --scratch-pad --remarks-filter=scratch-pad --remark-format=emitRemark -verify-diagnostics | FileCheck %s

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>

// CHECK-DAG: #[[SAME:.*]] = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
// CHECK-DAG: #[[LONGER:.*]] = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 33)>
// CHECK-LABEL: func @many
// CHECK: scratch.alloc() : memref<32x32xf32, #[[SAME]],
func.func @many(%y: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells not padded: no padding saves more than a hundredth of the 4032 wavefronts while the buffer lives; per request: load 32, load 1}}
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[%i, 3] : memref<32x32xf32, #box, #w>
      affine.store %x, %y[%i] : memref<32xf32>
      affine.for %k = 0 to 4000 {
        %z = affine.load %b[5, %i] : memref<32x32xf32, #box, #w>
        affine.store %z, %y[%i] : memref<32xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func @few
// CHECK: scratch.alloc() : memref<32x32xf32, #[[LONGER]],
func.func @few(%y: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-remark@below {{32x32 cells padded to 32x33, 128 bytes more: 2001 wavefronts while the buffer lives instead of 2032}}
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %b[%i, 3] : memref<32x32xf32, #box, #w>
      affine.store %x, %y[%i] : memref<32xf32>
      affine.for %k = 0 to 2000 {
        %z = affine.load %b[5, %i] : memref<32x32xf32, #box, #w>
        affine.store %z, %y[%i] : memref<32xf32>
      }
    }
  }
  return
}
