// A box that may be in its set as a whole is copied without tests where it is; where
// it is not, rows end with the set, and a thread tests its column once.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32,8" --canonicalize --cse | FileCheck %s

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0 + 1, d1 - s1 + 1), extents = ()[s0, s1] -> (66, 66)>
#tile = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 + 1 >= 0, -d0 + s0 + 64 >= 0, d0 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 + 1 >= 0, -d1 + s1 + 64 >= 0, d1 >= 0, -d1 + s2 - 1 >= 0)>

// 66 columns and 3 rows of threads: 22 rounds.
// CHECK-LABEL: func @stencil
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK-DAG: %[[C66:.*]] = arith.constant 66 : index
// CHECK-DAG: %[[WORKERS:.*]] = arith.constant 198 : index
// CHECK: threads(
// CHECK: %[[COLUMN:.*]] = arith.remui %[[ID:.*]], %[[C66]] :
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[ID]], %[[C66]] :
// The first row, the last row, the first column, the last column.
// CHECK-COUNT-3: arith.andi
// CHECK: scf.if %{{.*}} {
// CHECK: %[[WORKS:.*]] = arith.cmpi ult, %[[ID]], %[[WORKERS]]
// CHECK: scf.if %[[WORKS]] {
// CHECK-NEXT: scf.for %[[R:.*]] = %[[C0]] to %[[C66]] step %[[C3]] {
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.addi
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK: } else {
// CHECK: arith.cmpi ult, %[[ID]], %[[WORKERS]]
// CHECK: arith.cmpi sge, %[[COLUMN]],
// CHECK: arith.cmpi sle, %[[COLUMN]],
// CHECK: scf.if
// CHECK: %[[END:.*]] = arith.minsi %{{.*}}, %[[C66]]
// CHECK-NEXT: scf.for %[[I:.*]] = %[[ROW]] to %[[END]] step %[[C3]] {
// CHECK-NEXT: arith.addi
// CHECK-NEXT: %[[IN:.*]] = arith.cmpi sge, %[[I]],
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
func.func @stencil(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c64, %c64) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xf32> to memref<?x?xf32, #m, #ws>
  }
  return
}

// The corner is never in the set: no version without tests.
// CHECK-LABEL: func @cut
// CHECK-COUNT-1: memref.load
// CHECK-NOT: memref.load
#cut = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 + 1 >= 0, -d0 + s0 + 64 >= 0, -d0 + s2 - 1 >= 0,
                                          d1 - s1 + 1 >= 0, -d1 + s1 + 64 >= 0, d0 + d1 - s0 - s1 + 1 >= 0)>
func.func @cut(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c64, %c64) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#cut](%i, %j, %n) : memref<?x?xf32> to memref<?x?xf32, #m, #ws>
  }
  return
}

// What asks for symbols only is asked once.
// CHECK-LABEL: func @uniform
// CHECK-SAME: index, %[[K:[a-z0-9]+]]: index
// CHECK: threads(
// CHECK: %[[ANY:.*]] = arith.cmpi sge, %[[K]],
// CHECK-NEXT: scf.if %[[ANY]] {
// CHECK-NOT: %[[K]]
// CHECK: memref.load
#some = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 + 1 >= 0, -d0 + s0 + 64 >= 0, d1 - s1 + 1 >= 0, -d1 + s1 + 64 >= 0, s2 >= 0)>
func.func @uniform(%A: memref<?x?xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c64, %c64) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#some](%i, %j, %k) : memref<?x?xf32> to memref<?x?xf32, #m, #ws>
  }
  return
}
