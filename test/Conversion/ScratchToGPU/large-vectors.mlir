// Vectors that are aligned to more than buffers are: nothing would align them.

// RUN: polymem-opt %s --convert-scratch-to-gpu --verify-diagnostics

#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
func.func @large(%A: memref<32xvector<8xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    // expected-error@+1 {{has elements of 'vector<8xf32>', which are aligned to 32 bytes, and buffers in shared memory to 16; use vectors of at most that many bytes}}
    %a = scratch.alloc() : memref<32xvector<8xf32>, #box, #ws>
    %x = affine.load %A[0] : memref<32xvector<8xf32>>
    affine.store %x, %a[0] : memref<32xvector<8xf32>, #box, #ws>
  }
  return
}
