// A buffer whose elements have no known size is an error, and is not padded.

// RUN: polymem-opt %s --convert-scratch-to-gpu -verify-diagnostics
// RUN: polymem-opt %s --scratch-pad | FileCheck %s
// CHECK: #[[BOX:.*]] = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
// CHECK: scratch.alloc() : memref<32xmemref<4xf32>, #[[BOX]], #gpu.address_space<workgroup>>

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
func.func @f(%A: memref<32xmemref<4xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{'scratch.alloc' op has elements of a type without a known size, 'memref<4xf32>'}}
    %a = scratch.alloc() : memref<32xmemref<4xf32>, #box, #ws>
    %x = affine.load %A[0] : memref<32xmemref<4xf32>>
    affine.store %x, %a[0] : memref<32xmemref<4xf32>, #box, #ws>
  }
  return
}
