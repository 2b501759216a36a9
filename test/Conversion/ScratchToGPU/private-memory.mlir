// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize --cse | FileCheck %s

// A buffer of each thread: private memory, copied by the thread itself, and no
// barrier.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (4)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 3 >= 0)>
#own = #gpu.address_space<private>

// CHECK-LABEL: func @private
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: gpu.launch
// CHECK-SAME: private(%[[P:.*]] : memref<4xf32, #gpu.address_space<private>>)
// CHECK-NOT: gpu.barrier
// CHECK: scf.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] {
// CHECK: memref.store %{{.*}}, %[[P]][
// CHECK: scf.for
// CHECK: memref.load %[[P]]
func.func @private(%A: memref<128xf32>, %B: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  scratch.tile (%t) = (%c0) to (%c128) step (%c4) mapping [#gpu.thread<x>] {
    %b = scratch.alloc()[%t] : memref<128xf32, #box, #own>
    scratch.copy_in %A to %b over [#set](%t) : memref<128xf32> to memref<128xf32, #box, #own>
    affine.for %i = affine_map<(d0) -> (d0)>(%t) to affine_map<(d0) -> (d0 + 4)>(%t) {
      %x = affine.load %b[%t - %i + 3 + %t] : memref<128xf32, #box, #own>
      affine.store %x, %B[%i] : memref<128xf32>
    }
  }
  return
}
