// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=16,2" --remarks-filter="convert-scratch-to-gpu" --remark-format=emitRemark -verify-diagnostics -o /dev/null

#box = #scratch.mapping<(d0) -> (d0), extents = () -> (32)>
#set = affine_set<(d0) : (d0 >= 0, -d0 + 31 >= 0)>
#rest = affine_set<(d0) : (d0 - 1 >= 0, -d0 + 31 >= 0)>
#ws = #gpu.address_space<workgroup>

func.func @report(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{1 block dimensions, 16x2x1 threads, 128 bytes of constant size in static workgroup memory, 1 buffers, 1 barriers}}
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<32xf32, #box, #ws>
    // expected-remark@+1 {{this copy moves single elements: a thread would have 1 rounds with vectors of 2 and 1 without}}
    scratch.copy_in %A to %b over [#set]() : memref<32xf32> to memref<32xf32, #box, #ws>
    // expected-remark@+1 {{this copy moves single elements: the length of its rows, 31, is no multiple of 2}}
    scratch.copy_out %b to %A over [#rest]() : memref<32xf32, #box, #ws> to memref<32xf32>
  }
  return
}

func.func @one_block(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+2 {{0 block dimensions}}
  // expected-remark@+1 {{nothing in this tile is mapped to blocks: the launch has one block}}
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.thread<x>] {
    affine.for %i = 0 to 32 {
      %x = affine.load %A[%i] : memref<32xf32>
      affine.store %x, %A[%i] : memref<32xf32>
    }
  }
  return
}

func.func @host_access(%A: memref<32xf32>) {
  %x = arith.constant 1.0 : f32
  // expected-remark@+1 {{affine.store of an array argument stays on the host, outside any launch}}
  affine.store %x, %A[0] : memref<32xf32>
  return
}
