// RUN: polymem-opt %s --convert-scratch-to-gpu="max-grid=4" --canonicalize | FileCheck %s

// Ten tiles on a grid of at most four blocks.

// CHECK-LABEL: func @stride
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C10:.*]] = arith.constant 10 : index
// CHECK: gpu.launch blocks(%[[BX:.*]], %{{.*}}, %{{.*}}) in (%[[G:.*]] = %[[C4]], %{{.*}} = %[[C1]], %{{.*}} = %[[C1]])
// CHECK: scf.for %[[I:.*]] = %[[BX]] to %[[C10]] step %[[G]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @stride(%A: memref<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c0) to (%c10) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[%i] : memref<10xf32>
  }
  return
}
