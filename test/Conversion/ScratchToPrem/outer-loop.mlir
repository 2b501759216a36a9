// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(convert-scratch-to-prem{strict}),prem-expand-components)' | FileCheck %s

// A loop around a component is in the program of the thread, and in the boxes.

// CHECK-LABEL: func.func private @step_segment0
// CHECK-LABEL: func.func private @step_thread(
// CHECK-SAME: %[[A:.*]]: memref<20x96xf32>
// CHECK: scf.for %[[T:.*]] =
// CHECK: prem.swap %{{.*}}, %[[A]][%[[T]], %{{.*}}]
// CHECK: prem.barrier
// CHECK-LABEL: func.func @step(
// CHECK: prem.launch @step_thread(%{{.*}}) cores 1 : memref<20x96xf32>

#box = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (1, 8)>
#set = affine_set<(d0, d1)[s0, s1] : (d0 - s0 == 0, d1 - s1 >= 0, -d1 + s1 + 7 >= 0)>
func.func @step(%A: memref<20x96xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  affine.for %n = 2 to 20 {
    scratch.tile (%t) = (%c0) to (%c96) step (%c8) {
      %b = scratch.alloc()[%n, %t] : memref<20x96xf32, #box>
      affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
        affine.store %zero, %b[%n, %i] : memref<20x96xf32, #box>
      }
      scratch.copy_out %b to %A over [#set](%n, %t) : memref<20x96xf32, #box> to memref<20x96xf32>
    }
  }
  return
}
