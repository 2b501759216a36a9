// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize | FileCheck %s

// Asynchronous copies are done where they are issued.

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#ws = #gpu.address_space<workgroup>

// CHECK-LABEL: func @async
// CHECK: memref.load
// CHECK: memref.store
// CHECK-NOT: scratch
func.func @async(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32xf32, #box, #ws>
    %t = scratch.copy_in %A to %b over [#set]() : memref<32xf32> to memref<32xf32, #box, #ws> -> !scratch.token
    scratch.wait %t
  }
  return
}
