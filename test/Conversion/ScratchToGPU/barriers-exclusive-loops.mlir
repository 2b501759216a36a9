// RUN: polymem-opt %s --convert-scratch-to-gpu=block-size=8 --canonicalize | FileCheck %s

// Of two loops in a tile one has iterations, whatever %n is: what is known in the
// one says nothing of the other, and each thread writes another's row in the second.

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (8, 4)>

// CHECK-LABEL: func @exclusive
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK: gpu.terminator
func.func @exclusive(%A: memref<8x4xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%c8) step (%c8) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<8x4xf32, #box, #ws>
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to min affine_map<()[s0] -> (s0, 4)>()[%n] {
        affine.store %x, %b[%i, %k] : memref<8x4xf32, #box, #ws>
      }
      affine.for %k = 0 to min affine_map<()[s0] -> (-s0, 4)>()[%n] {
        affine.store %x, %b[-symbol(%i) + 7, %k] : memref<8x4xf32, #box, #ws>
      }
    }
    scratch.tile (%i) = (%c0) to (%c8) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 4 {
        %y = affine.load %b[%i, %k] : memref<8x4xf32, #box, #ws>
        affine.store %y, %A[%i, %k] : memref<8x4xf32>
      }
    }
  }
  return
}
