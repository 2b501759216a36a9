// A loop from the larger of two places has a version without the comparison, with a constant number of
// iterations, where a tile is full: most tiles of a triangle.

// RUN: polymem-opt %s --convert-scratch-to-gpu -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @triangle
// CHECK: %[[FULL:.*]] = arith.andi
// CHECK: scf.if %[[FULL]] {
// CHECK:   %[[LAST:.*]] = arith.addi %[[K:.*]], %c32
// CHECK:   scf.for %{{.*}} = %[[K]] to %[[LAST]]
// CHECK: } else {
// CHECK:   arith.maxsi
// CHECK:   arith.minsi
// CHECK:   scf.for
func.func @triangle(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %last = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
    scratch.tile (%k) = (%i) to (%n) step (%c32) {
      scratch.tile (%ii) = (%i) to (%last) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %kk = max affine_map<()[s0, s1] -> (s0, s1)>()[%ii, %k] to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%k, %n] {
          affine.store %x, %A[%kk, symbol(%ii)] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
