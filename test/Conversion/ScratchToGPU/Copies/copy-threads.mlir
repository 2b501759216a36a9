// How threads are dealt to the box of a copy: how many to a row, and how many rows
// at once.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32,8 vectors=never" --canonicalize --cse --split-input-file | FileCheck %s

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (34, 34)>
#box = affine_set<(d0, d1) : (d0 >= 0, -d0 + 33 >= 0, d1 >= 0, -d1 + 33 >= 0)>

// 7 whole rows of 34: 4 rounds of 7, and one of 6. 18 threads copy nothing.
// CHECK-LABEL: func @rows
// CHECK-DAG: %[[C33:.*]] = arith.constant 33 : index
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK-DAG: %[[C28:.*]] = arith.constant 28 : index
// CHECK-DAG: %[[C34:.*]] = arith.constant 34 : index
// CHECK-DAG: %[[C238:.*]] = arith.constant 238 : index
// CHECK: %[[J:.*]] = arith.remui %[[ID:.*]], %[[C34]] :
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[ID]], %[[C34]] :
// CHECK-NEXT: %[[WORKS:.*]] = arith.cmpi ult, %[[ID]], %[[C238]]
// CHECK-NEXT: scf.if %[[WORKS]] {
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[C28]] step %[[C7]] {
// CHECK: memref.load
// CHECK: }
// CHECK-NEXT: %[[LAST:.*]] = arith.addi %[[ROW]], %[[C28]]
// CHECK-NEXT: %[[HAS:.*]] = arith.cmpi sle, %[[LAST]], %[[C33]]
// CHECK-NEXT: scf.if %[[HAS]] {
// CHECK-NEXT: memref.load %{{.*}}[%[[LAST]], %[[J]]]
func.func @rows(%A: memref<34x34xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<34x34xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box]() : memref<34x34xf32> to memref<34x34xf32, #m, #ws>
  }
  return
}

// -----

// No more elements than threads: each thread has one.
#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (3, 5)>
#box = affine_set<(d0, d1) : (d0 >= 0, -d0 + 2 >= 0, d1 >= 0, -d1 + 4 >= 0)>
// CHECK-LABEL: func @small
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
// CHECK: arith.remui %[[ID:.*]], %[[C5]] :
// CHECK-NEXT: arith.divui %[[ID]], %[[C5]] :
// CHECK-NEXT: arith.cmpi ult, %[[ID]], %[[C15]]
// CHECK-NOT: scf.for
func.func @small(%A: memref<3x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<3x5xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box]() : memref<3x5xf32> to memref<3x5xf32, #m, #ws>
  }
  return
}

// -----

// Two whole rows of 87 would leave a third of the threads idle: three rounds of 32
// a row, 8 rows at once.
#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (87, 87)>
#box = affine_set<(d0, d1) : (d0 >= 0, -d0 + 86 >= 0, d1 >= 0, -d1 + 86 >= 0)>
// CHECK-LABEL: func @cut
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK-DAG: %[[C87:.*]] = arith.constant 87 : index
// CHECK: %[[COLUMN:.*]] = arith.remui %[[ID:.*]], %[[C32]] :
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[ID]], %[[C32]] :
// CHECK-NOT: arith.cmpi
// CHECK: scf.for %{{.*}} = %[[ROW]] to %[[C87]] step %[[C8]] {
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[C64]] step %[[C32]] {
func.func @cut(%A: memref<87x87xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<87x87xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box]() : memref<87x87xf32> to memref<87x87xf32, #m, #ws>
  }
  return
}

// -----

// Of two ways that cost the same, the block's own.
#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (64, 64)>
#box = affine_set<(d0, d1) : (d0 >= 0, -d0 + 63 >= 0, d1 >= 0, -d1 + 63 >= 0)>
// CHECK-LABEL: func @own
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: arith.remui %{{.*}}, %[[C32]] :
func.func @own(%A: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<64x64xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box]() : memref<64x64xf32> to memref<64x64xf32, #m, #ws>
  }
  return
}

// -----

// A column has its threads along it.
#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1) -> (d0), extents = () -> (300)>
#box = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + 299 >= 0, d1 - s0 == 0)>
// CHECK-LABEL: func @column
// CHECK-SAME: index, %[[K:[a-z0-9]+]]: index
// CHECK-NOT: arith.remui
// CHECK: memref.load %{{.*}}[%{{.*}}, %[[K]]]
func.func @column(%A: memref<300x?xf32>, %n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n) : memref<300x?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box](%k) : memref<300x?xf32> to memref<300x?xf32, #m, #ws>
  }
  return
}
