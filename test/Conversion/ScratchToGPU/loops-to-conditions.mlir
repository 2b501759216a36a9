// RUN: polymem-opt %s --convert-scratch-to-gpu=block-size=8 --canonicalize | FileCheck %s

// A loop with `l + 1` among its upper bounds has one iteration or none: a condition.

#row = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func @single
// CHECK-DAG: %[[CM1:.*]] = arith.constant -1 : index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: gpu.launch
// CHECK: %[[DIFFERENCE:.*]] = arith.subi %{{.*}}, %[[I:.*]] : index
// CHECK: %[[LESS:.*]] = arith.addi %[[DIFFERENCE]], %[[CM1]]
// CHECK: %[[IN:.*]] = arith.cmpi sge, %[[LESS]], %[[C0]]
// CHECK: scf.if %[[IN]] {
// CHECK-NEXT: memref.load %{{.*}}[%[[I]]]
// CHECK-NOT: scf.for
// CHECK: gpu.terminator
func.func @single(%A: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
    affine.for %k = #row(%i) to min affine_map<()[s0, s1] -> (s0, s1 + 1)>()[%m, %i] {
      %x = affine.load %A[%k] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%k] : memref<?xf32>
    }
  }
  return
}

// Of two lower bounds, the other one must not be behind; what is carried passes by.
// CHECK-LABEL: func @carried
// CHECK: gpu.launch
// CHECK: %[[BOTH:.*]] = arith.andi
// CHECK: %[[SUM:.*]] = scf.if %[[BOTH]] -> (f32) {
// CHECK: } else {
// CHECK: scf.yield %{{.*}} : f32
// CHECK: memref.store %[[SUM]]
func.func @carried(%A: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
    %zero = arith.constant 0.0 : f32
    %sum = affine.for %k = max affine_map<()[s0, s1] -> (s1 - 2, s0)>()[%i, %m]
        to min affine_map<()[s0, s1] -> (s0 + 1, s1)>()[%i, %m] iter_args(%s = %zero) -> (f32) {
      %x = affine.load %A[%k] : memref<?xf32>
      %t = arith.addf %s, %x : f32
      affine.yield %t : f32
    }
    affine.store %sum, %A[%i] : memref<?xf32>
  }
  return
}

// Two iterations are a loop.
// CHECK-LABEL: func @two
// CHECK: gpu.launch
// CHECK: scf.for
func.func @two(%A: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
    affine.for %k = #row(%i) to min affine_map<()[s0, s1] -> (s0, s1 + 2)>()[%m, %i] {
      %x = affine.load %A[%k] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%k] : memref<?xf32>
    }
  }
  return
}

// The one iteration may begin at either of two bounds.
// CHECK-LABEL: func @either
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK: scf.for
func.func @either(%A: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
    affine.for %k = max affine_map<()[s0] -> (0, s0 - 2)>()[%i] to affine_map<()[s0] -> (s0 + 2)>()[%i] step 4 {
      %x = affine.load %A[%k] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%k] : memref<?xf32>
    }
  }
  return
}
