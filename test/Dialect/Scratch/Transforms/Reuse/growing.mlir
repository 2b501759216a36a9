// RUN: polymem-opt %s --scratch-promote=fit=launch --scratch-reuse --remarks-filter=scratch-reuse --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s --scratch-promote=fit=launch -split-input-file -o %t.without
// RUN: %python %polymem_src/test/Inputs/same-parts.py %t.without %t.with larger

// A buffer of a launch that grows with sizes: whether it fits was decided for the
// size that it has, and a window of that size fits as well.

func.func @as_large(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c64) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0, s1] -> (s0 + 64, s1)>()[%b, %n]
    // expected-remark@below {{no tile accesses what one before it did}}
    // expected-remark@below {{tiles hand on a window of 9 x (}}
    scratch.tile (%t) = (%b) to (%end) step (%c8) {
      affine.for %i = %t to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%t, %end] {
        affine.for %j = 0 to %m {
          %x = affine.load %A[%i, %j] : memref<?x?xf32>
          %y = affine.load %A[%i + 1, %j] : memref<?x?xf32>
          %z = affine.load %B[%i, %j] : memref<?x?xf32>
          %w = affine.load %B[%i, %m - 1 - %j] : memref<?x?xf32>
          %0 = arith.addf %x, %y : f32
          %1 = arith.addf %0, %z : f32
          %2 = arith.addf %1, %w : f32
          affine.store %2, %B[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}

// -----

// A larger one might not.
#w = #gpu.address_space<workgroup>
#two = #scratch.mapping<(d0, d1)[s0, s1] -> ((d0 - s0) floordiv 16, d1), extents = ()[s0, s1] -> (2, s1)>
func.func @larger(%A: memref<98x?xf32>, %B: memref<98x?xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c64) step (%c1) {
      // expected-remark@below {{it would take 17 x (arg2) elements, and whether its launch has room for more than it takes now is not known}}
      %b0 = scratch.alloc(%m)[%t, %m] : memref<98x?xf32, #two, #w>
      scratch.copy_in %A to %b0 over [affine_set<(d0, d1)[s0, s1] : (d0 - s0 == 0, d1 >= 0, -d1 + s1 - 1 >= 0)>, affine_set<(d0, d1)[s0, s1] : (d0 - s0 - 16 == 0, d1 >= 0, -d1 + s1 - 1 >= 0)>](%t, %m) : memref<98x?xf32> to memref<98x?xf32, #two, #w>
      affine.for %j = 0 to %m {
        %x = affine.load %b0[symbol(%t), %j] : memref<98x?xf32, #two, #w>
        %y = affine.load %b0[symbol(%t) + 16, %j] : memref<98x?xf32, #two, #w>
        %z = arith.addf %x, %y : f32
        affine.store %z, %B[symbol(%t), %j] : memref<98x?xf32>
      }
    }
  }
  return
}
