// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32 full-tile-loops=8" --canonicalize | FileCheck %s --check-prefix=OFF

// A point loop has 16 iterations in all but the last tile.

// CHECK-LABEL: func @sum
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: scf.for %[[K:.*]] = %[[C0]] to %[[N]] step %[[C16]] {
// CHECK: %[[END:.*]] = arith.addi %[[K]], %[[C16]] :
// CHECK: scf.if
// CHECK: %[[FULL:.*]] = arith.addi %[[K]], %[[C16]] :
// CHECK: scf.for %{{.*}} = %[[K]] to %[[FULL]] step %[[C1]] iter_args
// CHECK: } else {
// CHECK: %[[PART:.*]] = arith.minsi
// CHECK: scf.for %{{.*}} = %[[K]] to %[[PART]] step %[[C1]] iter_args

// OFF-LABEL: func @sum
// OFF-NOT: else
func.func @sum(%A: memref<32x?xf32>, %B: memref<32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%k) = (%c0) to (%n) step (%c16) {
      scratch.tile (%t) = (%c0) to (%c32) step (%c1) mapping [#gpu.thread<x>] {
        %b = affine.load %B[%t] : memref<32xf32>
        %s = affine.for %kk = affine_map<(d0) -> (d0)>(%k) to min affine_map<(d0)[s0] -> (s0, d0 + 16)>(%k)[%n] iter_args(%acc = %b) -> f32 {
          %a = affine.load %A[%t, %kk] : memref<32x?xf32>
          %next = arith.addf %acc, %a : f32
          affine.yield %next : f32
        }
        affine.store %s, %B[%t] : memref<32xf32>
      }
    }
  }
  return
}
