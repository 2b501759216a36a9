// RUN: polymem-opt %s --scratch-reuse=capacity=9000 --remarks-filter=scratch-reuse --remark-format=emitRemark -split-input-file -verify-diagnostics -o %t.with
// RUN: polymem-opt %s -split-input-file -o %t.without
// RUN: %python %polymem_src/test/Inputs/same-parts.py %t.without %t.with too_large without_a_launch

// A window of constant size in place of a buffer whose size is not constant: what the
// launch takes then is known, and counted anew, if all its buffers are such.

#w = #gpu.address_space<workgroup>
#two = #scratch.mapping<(d0, d1)[s0, s1] -> ((d0 - s0) floordiv 16, d1), extents = ()[s0, s1] -> (2, s1)>
#row = affine_set<(d0, d1)[s0] : (d0 - s0 == 0, d1 >= 0, -d1 + 99 >= 0)>
#next = affine_set<(d0, d1)[s0] : (d0 - s0 - 16 == 0, d1 >= 0, -d1 + 99 >= 0)>
func.func @fits(%A: memref<98x100xf32>, %B: memref<98x100xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c64) step (%c1) {
      // expected-remark@below {{tiles hand on a window of 17 x 100}}
      %b0 = scratch.alloc()[%t, %m] : memref<98x100xf32, #two, #w>
      scratch.copy_in %A to %b0 over [#row, #next](%t) : memref<98x100xf32> to memref<98x100xf32, #two, #w>
      affine.for %j = 0 to 100 {
        %x = affine.load %b0[symbol(%t), %j] : memref<98x100xf32, #two, #w>
        %y = affine.load %b0[symbol(%t) + 16, %j] : memref<98x100xf32, #two, #w>
        %z = arith.addf %x, %y : f32
        affine.store %z, %B[symbol(%t), %j] : memref<98x100xf32>
      }
    }
  }
  return
}

// -----

// With what another buffer takes there is no room, in a launch and without one.

#w = #gpu.address_space<workgroup>
#other = #scratch.mapping<(d0) -> (d0), extents = () -> (600)>
#two = #scratch.mapping<(d0, d1)[s0, s1] -> ((d0 - s0) floordiv 16, d1), extents = ()[s0, s1] -> (2, s1)>
#row = affine_set<(d0, d1)[s0] : (d0 - s0 == 0, d1 >= 0, -d1 + 99 >= 0)>
#next = affine_set<(d0, d1)[s0] : (d0 - s0 - 16 == 0, d1 >= 0, -d1 + 99 >= 0)>
func.func @too_large(%A: memref<98x100xf32>, %B: memref<98x100xf32>, %C: memref<600xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %c = scratch.alloc() : memref<600xf32, #other, #w>
    scratch.tile (%t) = (%c0) to (%c64) step (%c1) {
      // expected-remark@below {{with 17 x 100 elements, 6800 bytes, buffers would take 9200 of 9000 bytes}}
      %b0 = scratch.alloc()[%t, %m] : memref<98x100xf32, #two, #w>
      scratch.copy_in %A to %b0 over [#row, #next](%t) : memref<98x100xf32> to memref<98x100xf32, #two, #w>
      affine.for %j = 0 to 100 {
        %x = affine.load %b0[symbol(%t), %j] : memref<98x100xf32, #two, #w>
        %y = affine.load %b0[symbol(%t) + 16, %j] : memref<98x100xf32, #two, #w>
        %z = arith.addf %x, %y : f32
        affine.store %z, %B[symbol(%t), %j] : memref<98x100xf32>
      }
    }
  }
  return
}

// -----

#w = #gpu.address_space<workgroup>
#two = #scratch.mapping<(d0, d1)[s0, s1] -> ((d0 - s0) floordiv 16, d1), extents = ()[s0, s1] -> (2, s1)>
#row = affine_set<(d0, d1)[s0] : (d0 - s0 == 0, d1 >= 0, -d1 + 199 >= 0)>
#next = affine_set<(d0, d1)[s0] : (d0 - s0 - 16 == 0, d1 >= 0, -d1 + 199 >= 0)>
func.func @without_a_launch(%A: memref<98x200xf32>, %B: memref<98x200xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%t) = (%c0) to (%c64) step (%c1) {
    // expected-remark@below {{with 17 x 200 elements, 13600 bytes, buffers would take 13600 of 9000 bytes}}
    %b0 = scratch.alloc()[%t, %m] : memref<98x200xf32, #two, #w>
    scratch.copy_in %A to %b0 over [#row, #next](%t) : memref<98x200xf32> to memref<98x200xf32, #two, #w>
    affine.for %j = 0 to 200 {
      %x = affine.load %b0[symbol(%t), %j] : memref<98x200xf32, #two, #w>
      %y = affine.load %b0[symbol(%t) + 16, %j] : memref<98x200xf32, #two, #w>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[symbol(%t), %j] : memref<98x200xf32>
    }
  }
  return
}
