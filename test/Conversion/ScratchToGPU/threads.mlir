// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8,4" --canonicalize --cse --split-input-file | FileCheck %s

// How iterations go to the threads of an 8 x 4 block.

// Run-time bounds and step: lower + id * step, by size * step.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[L:[a-z0-9]+]]: index, %[[U:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: threads(%[[TX:.*]], %[[TY:.*]], %{{.*}}) in
// CHECK-DAG: %[[OY:.*]] = arith.muli %[[TY]], %[[S]]
// CHECK-DAG: %[[FY:.*]] = arith.addi %[[L]], %[[OY]]
// CHECK-DAG: %[[SY:.*]] = arith.muli %[[S]], %[[C4]] :
// CHECK: scf.for %[[I:.*]] = %[[FY]] to %[[U]] step %[[SY]]
// CHECK: scf.for %[[J:.*]] = %[[TX]] to %[[U]] step %[[C8]] {
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @dynamic(%A: memref<?x?xf32>, %l: index, %u: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i, %j) = (%l, %c0) to (%u, %u) step (%s, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    affine.store %x, %A[%i, %j] : memref<?x?xf32>
  }
  return
}

// -----

// As many iterations as threads: neither loop nor test.
// CHECK-LABEL: func @exact
// CHECK: threads(%[[TX:.*]], %[[TY:.*]], %{{.*}}) in
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[TY]], %[[TX]]]
func.func @exact(%A: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i, %j) = (%c0, %c0) to (%c4, %c8) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
    affine.store %x, %A[%i, %j] : memref<4x8xf32>
  }
  return
}

// -----

// At most so many: a test and no loop. 20 in rounds of 8: three rounds.
// CHECK-LABEL: func @bounded
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C20:.*]] = arith.constant 20 : index
// CHECK: threads(%[[TX:.*]], %[[TY:.*]], %{{.*}}) in
// CHECK: %[[END:.*]] = arith.minsi %[[N]], %[[C4]] :
// CHECK: %[[IN:.*]] = arith.cmpi slt, %[[TY]], %[[END]]
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK-NEXT: scf.for %[[R:.*]] = %[[C0]] to %[[C3]] step %[[C1]] {
// CHECK-NEXT: %[[O:.*]] = arith.muli %[[R]], %[[C8]] :
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[TX]], %[[O]]
// CHECK-NEXT: %[[IN2:.*]] = arith.cmpi slt, %[[J]], %[[C20]] :
// CHECK-NEXT: scf.if %[[IN2]] {
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[TY]], %[[J]]]
func.func @bounded(%A: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %e = affine.min affine_map<()[s0] -> (s0, 4)>()[%n]
    scratch.tile (%i, %j) = (%c0, %c0) to (%e, %c20) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

// A bound that is a sum: at most four iterations, a test and no loop but that
// of blocks.
// CHECK-LABEL: func @sum_as_bound
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: scf.for
// CHECK: %[[END:.*]] = arith.addi %{{.*}}, %[[C4]]
// CHECK-NOT: scf.for
// CHECK: %[[IN:.*]] = arith.cmpi slt, %[[I:.*]], %[[END]]
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @sum_as_bound(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%o) = (%c0) to (%n) step (%c4) mapping [#gpu.block<x>] {
    %end = arith.addi %o, %c4 : index
    scratch.tile (%i) = (%o) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %x, %A[%i] : memref<?xf32>
    }
  }
  return
}

// -----

// The axis that the tile does not use works on the one that it does: no
// iteration runs twice.
// CHECK-LABEL: func @spare_axis
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: threads(%[[TX:.*]], %[[TY:.*]], %{{.*}}) in
// CHECK: %[[OY:.*]] = arith.muli %[[TY]], %[[C8]] :
// CHECK: %[[ID:.*]] = arith.addi %[[TX]], %[[OY]]
// CHECK: scf.for %{{.*}} = %[[ID]] to %{{.*}} step %[[C32]] {
func.func @spare_axis(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// Linearised dimensions share axis x with the one mapped to x.
// CHECK-LABEL: func @linear
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scf.for %[[ID:.*]] = %{{.*}} to %[[TOTAL:.*]] step %[[C32]] {
// CHECK: %[[J:.*]] = arith.remui %[[ID]], %[[CN:.*]] : index
// CHECK: %[[I:.*]] = arith.divui %[[ID]], %[[CN]]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @linear(%A: memref<?x?xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) mapping [#gpu.thread<linear_dim_0>, #gpu.thread<x>] {
    affine.store %x, %A[%i, %j] : memref<?x?xf32>
  }
  return
}
