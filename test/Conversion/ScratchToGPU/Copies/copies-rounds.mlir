// A copy of many rounds is not unrolled to the last one: each round under way
// takes registers. One of few rounds is left to the back end.

// RUN: polymem-opt %s --convert-scratch-to-gpu=block-size=32 | FileCheck %s

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (192)>
#few = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (128)>
#set = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 191 >= 0)>
#less = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 127 >= 0)>

// CHECK-DAG: #[[$UNROLL:.*]] = #llvm.loop_unroll<count = 3 : i32>
// CHECK-DAG: #[[$ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #[[$UNROLL]]>

// CHECK-LABEL: @copies
// CHECK: gpu.launch
// CHECK: %[[MANY:.*]] = arith.constant 192 : index
// CHECK: %[[THREADS:.*]] = arith.constant 32 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[MANY]] step %[[THREADS]]
// CHECK: } {llvm.loop_annotation = #[[$ANNOTATION]]}
// CHECK: %[[FEW:.*]] = arith.constant 128 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[FEW]] step
// CHECK: memref.store
// CHECK-NEXT: }{{$}}
func.func @copies(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c192 = arith.constant 192 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c192) mapping [#gpu.block<x>] {
    %dim = memref.dim %A, %c0 : memref<?xf32>
    %many = scratch.alloc(%dim)[%i] : memref<?xf32, #box, #gpu.address_space<workgroup>>
    scratch.copy_in %A to %many over [#set](%i) : memref<?xf32> to memref<?xf32, #box, #gpu.address_space<workgroup>>
    %some = scratch.alloc(%dim)[%i] : memref<?xf32, #few, #gpu.address_space<workgroup>>
    scratch.copy_in %B to %some over [#less](%i) : memref<?xf32> to memref<?xf32, #few, #gpu.address_space<workgroup>>
  }
  return
}
