// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8,2" --canonicalize --cse | FileCheck %s

// Side effects outside tiles mapped to threads are one thread's; scalars are
// everybody's. Barriers around them, not between them.

// CHECK-LABEL: func @statements
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: gpu.launch blocks({{.*}}) in ({{.*}}) threads(%[[TX:.*]], %[[TY:.*]], %{{.*}}) in
// CHECK: %[[ROW:.*]] = arith.muli %[[TY]], %[[C8]] :
// CHECK: %[[ID:.*]] = arith.addi %[[TX]], %[[ROW]]
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[ID]], %[[C0]] :
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store %[[SUM]], %{{.*}}[%[[C0]]]
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[FIRST]] {
// CHECK-NEXT: memref.store %[[SUM]], %{{.*}}[%[[C1]]]
// CHECK-NEXT: }
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: memref.load
func.func @statements(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[0] : memref<?xf32>
    affine.store %y, %A[1] : memref<?xf32>
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %z = affine.load %A[%t mod 2] : memref<?xf32>
      affine.store %z, %B[%t] : memref<?xf32>
    }
  }
  return
}

// A loop of statements is one statement.
// CHECK-LABEL: func @loop
// CHECK: gpu.launch
// CHECK: scf.if
// CHECK-NEXT: scf.for
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @loop(%A: memref<?xf32>, %n: index, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    affine.for %i = 1 to %n {
      %y = affine.load %A[%i - 1] : memref<?xf32>
      %z = arith.mulf %x, %y : f32
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  return
}
