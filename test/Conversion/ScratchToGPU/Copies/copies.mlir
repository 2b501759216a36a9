// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=16,4" --canonicalize --cse --split-input-file | FileCheck %s

// 64 threads copy; consecutive threads take consecutive elements of a row.

#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (8, 16)>
#ws = #gpu.address_space<workgroup>
#exact = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, d1 >= 0, -d1 + 15 >= 0)>

// 16 columns and 4 rows of threads: two rounds, nothing to test, and no division
// for an element.
// CHECK-LABEL: func @whole
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x16xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK: threads(%[[TX:.*]], %[[TY:.*]], %{{.*}}) in
// CHECK-SAME: workgroup(%[[B:.*]] : memref<8x16xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[ROWS:.*]] = arith.muli %[[TY]], %[[C16]] :
// CHECK-NEXT: %[[ID:.*]] = arith.addi %[[TX]], %[[ROWS]]
// CHECK-NEXT: %[[J:.*]] = arith.remui %[[ID]], %[[C16]] :
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[ID]], %[[C16]] :
// CHECK: scf.for
// CHECK-NEXT: %[[ORIGIN:.*]] = arith.muli %{{.*}}, %[[C8]] :
// CHECK-NEXT: scf.for %[[R:.*]] = %[[C0]] to %[[C8]] step %[[C4]] {
// CHECK-NEXT: %[[PI:.*]] = arith.addi %[[ROW]], %[[R]] :
// CHECK-NEXT: %[[I:.*]] = arith.addi %[[ORIGIN]], %[[PI]] :
// CHECK-NEXT: %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: memref.store %[[X]], %[[B]][%[[PI]], %[[J]]]
// CHECK-NEXT: }
func.func @whole(%A: memref<?x16xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?x16xf32, #box, #ws>
    scratch.copy_in %A to %b over [#exact](%i) : memref<?x16xf32> to memref<?x16xf32, #box, #ws>
  }
  return
}

// -----

// What the box does not imply is tested: the array's end, and a triangle; its
// box is 8 x 8.
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (8, 16)>
#ws = #gpu.address_space<workgroup>
#part = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 15 >= 0, d0 - s0 - d1 >= 0)>
// CHECK-LABEL: func @guarded
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x16xf32>, %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: threads(
// CHECK: %[[J:.*]] = arith.remui %[[ID:.*]], %[[C8]] :
// CHECK-NEXT: %[[I:.*]] = arith.divui %[[ID]], %[[C8]] :
// CHECK: %[[ORIGIN:.*]] = arith.muli %{{.*}}, %[[C8]] :
// CHECK-NEXT: %[[REST:.*]] = arith.subi %[[N]], %[[ORIGIN]]
// CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[REST]], %[[C1]] :
// CHECK: %[[IN:.*]] = arith.cmpi sle, %[[I]], %[[LAST]]
// CHECK-NEXT: %[[TRI:.*]] = arith.cmpi sle, %[[J]], %[[I]]
// CHECK-NEXT: %[[BOTH:.*]] = arith.andi %[[IN]], %[[TRI]]
// CHECK-NEXT: scf.if %[[BOTH]] {
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.store
func.func @guarded(%A: memref<?x16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?x16xf32, #box, #ws>
    scratch.copy_in %A to %b over [#part](%i, %n) : memref<?x16xf32> to memref<?x16xf32, #box, #ws>
  }
  return
}

// -----

// Fewer elements than threads; each set of a union is scanned on its own.
#two = #scratch.mapping<(d0) -> (d0), extents = () -> (40)>
#ws = #gpu.address_space<workgroup>
// CHECK-LABEL: func @union
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[C10:.*]] = arith.constant 10 : index
// CHECK-DAG: %[[C30:.*]] = arith.constant 30 : index
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[ID:.*]], %[[C10]] :
// CHECK-NEXT: scf.if %[[IN]] {
// CHECK-NEXT: memref.load %{{.*}}[%[[ID]]]
// CHECK: %[[IN2:.*]] = arith.cmpi ult, %[[ID]], %[[C5]] :
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[ID]], %[[C30]] :
// CHECK-NEXT: scf.if %[[IN2]] {
// CHECK-NEXT: memref.load %{{.*}}[%[[AT]]]
// CHECK-NOT: memref.load
func.func @union(%A: memref<40xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<40xf32, #two, #ws>
    scratch.copy_in %A to %b over [affine_set<(d0) : (d0 >= 0, -d0 + 9 >= 0)>,
                                   affine_set<(d0) : (d0 - 30 >= 0, -d0 + 34 >= 0)>]()
        : memref<40xf32> to memref<40xf32, #two, #ws>
  }
  return
}

// -----

// Run-time extents: rows for 32 threads, which may be as narrow, as many as it
// takes.
#dyn = #scratch.mapping<(d0, d1)[s0] -> (d0, d1), extents = ()[s0] -> (s0, s0)>
#ws = #gpu.address_space<workgroup>
#square = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, -d1 + s0 - 1 >= 0)>
// CHECK-LABEL: func @parametric
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf32>, %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: %[[COLUMN:.*]] = arith.remui %[[ID:.*]], %[[C32]] :
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[ID]], %[[C32]] :
// CHECK-NEXT: scf.for %[[I:.*]] = %[[ROW]] to %[[N]] step %[[C2]] {
// CHECK-NEXT: scf.for %[[J:.*]] = %[[COLUMN]] to %[[N]] step %[[C32]] {
// CHECK-NEXT: memref.load %[[A]][%[[I]], %[[J]]]
func.func @parametric(%A: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scratch.tile (%o) = (%zero) to (%one) step (%one) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%n] : memref<?x?xf32, #dyn, #ws>
    scratch.copy_in %A to %b over [#square](%n) : memref<?x?xf32> to memref<?x?xf32, #dyn, #ws>
  }
  return
}
