// Lanes read two rows at once, 32 cells apart: one cell more in a row keeps them apart, and so do
// four, with which all rows begin at multiples of 16 bytes. Where there is no room for these, it is
// one.
//
//
// RUN: polymem-opt %s --scratch-pad | FileCheck %s
// RUN: polymem-opt %s --scratch-pad=capacity=4608 | FileCheck %s
// RUN: polymem-opt %s --scratch-pad=capacity=4607 | FileCheck %s --check-prefix=TIGHT

// CHECK: extents = () -> (32, 36)>
// TIGHT: extents = () -> (32, 33)>

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (32, 32)>
func.func @f(%y: memref<32x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%t) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32x32xf32, #box, #w>
    scratch.tile (%i, %j) = (%c0, %c0) to (%c2, %c16) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      %x = affine.load %b[%i, 3] : memref<32x32xf32, #box, #w>
      affine.store %x, %y[%i, %j] : memref<32x64xf32>
    }
  }
  return
}
