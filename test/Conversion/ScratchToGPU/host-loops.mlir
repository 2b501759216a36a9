// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize --split-input-file | FileCheck %s

// Two launches in a time loop: the loop stays on the host.
// CHECK-LABEL: func @time
// CHECK: affine.for
// CHECK: gpu.launch
// CHECK: gpu.launch
// CHECK-NOT: gpu.launch
func.func @time(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %steps: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  affine.for %t = 0 to %steps {
    scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
      %e = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
      scratch.tile (%ii) = (%i) to (%e) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %A[%ii] : memref<?xf32>
        affine.store %x, %B[%ii] : memref<?xf32>
      }
    }
    scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
      %e = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
      scratch.tile (%ii) = (%i) to (%e) step (%c1) mapping [#gpu.thread<x>] {
        %x = affine.load %B[%ii] : memref<?xf32>
        affine.store %x, %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// A sequential tile around a launch is a loop of the host; what it computes for
// the launch stays valid IR.
// CHECK-LABEL: func @tile
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scf.for %[[K:.*]] = %[[C0]] to %{{.*}} step %[[C32]] {
// CHECK: gpu.launch
// CHECK-NOT: scratch.tile
func.func @tile(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%k) = (%c0) to (%n) step (%c32) {
    %e = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%k, %n]
    scratch.tile (%i) = (%k) to (%e) step (%c1) mapping [#gpu.block<x>] {
      %x = affine.load %A[%i] : memref<?xf32>
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}
