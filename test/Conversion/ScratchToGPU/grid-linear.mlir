// RUN: polymem-opt %s --convert-scratch-to-gpu --canonicalize | FileCheck %s

// More than three block dimensions: those called linear_dim_N share axis x with
// the dimension mapped to x, which stays the fastest.

// CHECK-LABEL: func @five
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[C11:.*]] = arith.constant 11 : index
// CHECK-DAG: %[[C30:.*]] = arith.constant 30 : index
// CHECK: gpu.launch blocks(%[[X:.*]], %[[Y:.*]], %[[Z:.*]]) in (%{{.*}} = %[[C30]], %{{.*}} = %[[C7]], %{{.*}} = %[[C11]])
// CHECK: %[[D:.*]] = arith.remui %[[X]], %[[C5]] :
// CHECK: %[[REST:.*]] = arith.divui %[[X]], %[[C5]] :
// CHECK: %[[B:.*]] = arith.remui %[[REST]], %[[C2]] :
// CHECK: %[[A:.*]] = arith.divui %[[REST]], %[[C2]] :
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[A]], %[[B]], %[[Z]], %[[Y]], %[[D]]]
func.func @five(%A: memref<3x2x11x7x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c11 = arith.constant 11 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%a, %b, %z, %y, %d) = (%c0, %c0, %c0, %c0, %c0)
      to (%c3, %c2, %c11, %c7, %c5) step (%c1, %c1, %c1, %c1, %c1)
      mapping [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>, #gpu.block<z>, #gpu.block<y>, #gpu.block<x>] {
    affine.store %x, %A[%a, %b, %z, %y, %d] : memref<3x2x11x7x5xf32>
  }
  return
}
