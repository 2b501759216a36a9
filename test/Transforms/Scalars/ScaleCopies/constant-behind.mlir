// A constant that stands in the loop, behind the copy, is there before it, too; two of the same
// value are one factor.
//
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-scale-copies))' | FileCheck %s

#row = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0)>

// CHECK-LABEL: func.func @inside
func.func @inside(%A: memref<64xf32>, %B: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c16) {
    %b = scratch.alloc()[%i] : memref<64xf32, #row, #gpu.address_space<workgroup>>
    // CHECK: %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
    // CHECK-NEXT: scratch.copy_in
    // CHECK-SAME: computing {
    // CHECK: arith.mulf %{{.*}}, %[[HALF]] : f32
    // CHECK-NEXT: scratch.element
    scratch.copy_in %A to %b over [#set](%i) : memref<64xf32> to memref<64xf32, #row, #gpu.address_space<workgroup>>
    affine.for %ii = 0 to 15 {
      affine.for %j = 0 to 32 {
        %half = arith.constant 0.5 : f32
        %x = affine.load %b[symbol(%i) + %ii] : memref<64xf32, #row, #gpu.address_space<workgroup>>
        // CHECK: %[[X:.*]] = affine.load
        // CHECK-NEXT: affine.store %[[X]],
        %y = arith.mulf %x, %half : f32
        affine.store %y, %B[symbol(%i) + %ii, %j] : memref<64x64xf32>
        %same = arith.constant 0.5 : f32
        %z = affine.load %b[symbol(%i) + %ii + 1] : memref<64xf32, #row, #gpu.address_space<workgroup>>
        // CHECK: %[[Z:.*]] = affine.load
        // CHECK-NEXT: affine.store %[[Z]],
        %w = arith.mulf %z, %same : f32
        affine.store %w, %B[symbol(%i) + %ii, %j + 32] : memref<64x64xf32>
      }
    }
  }
  return
}
