// A box that is copied as a whole is copied several elements at once if, asked when
// the kernel runs, the array's rows in the box and the buffer begin at multiples of
// a vector; `vectors=never`: one by one.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32,8 thread-locality=false" --canonicalize --cse | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32,8 thread-locality=false vectors=never" --canonicalize --cse | FileCheck %s --check-prefix=NEVER

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (64, 64)>
#tile = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 63 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 >= 0, -d1 + s1 + 63 >= 0, -d1 + s2 - 1 >= 0)>

// 16 vectors of 4 elements in a row, 16 rows of threads: 4 rounds. Tiles begin at
// multiples of 64: where the array begins, and its rows, is asked once.
// CHECK-LABEL: func @f
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x?xf32>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
// CHECK-DAG: %[[C16:.*]] = arith.constant 16 : index
// CHECK-DAG: %[[C64:.*]] = arith.constant 64 : index
// CHECK: workgroup(%[[B:.*]] : memref<64x64xf32
// CHECK: %[[START:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-NEXT: %[[LENGTH:.*]] = memref.dim %[[A]], %[[C1]]
// CHECK-NEXT: %[[SHARED:.*]] = memref.extract_aligned_pointer_as_index %[[B]]
// CHECK-NEXT: %[[BYTES:.*]] = arith.muli %[[LENGTH]], %[[C4]] :
// CHECK-NEXT: %[[BITS:.*]] = arith.ori %[[SHARED]], %[[BYTES]] :
// CHECK-NEXT: %[[ALL_BITS:.*]] = arith.ori %[[BITS]], %[[START]] :
// CHECK-NEXT: %[[LAST_BITS:.*]] = arith.andi %[[ALL_BITS]], %[[C15]] :
// CHECK-NEXT: %[[ALIGNED:.*]] = arith.cmpi eq, %[[LAST_BITS]], %[[C0]] :
// CHECK: scf.for
// The whole box.
// CHECK: %[[WHOLE:.*]] = arith.andi {{.*}} : i1
// CHECK: scf.if %[[WHOLE]] {
// CHECK-NEXT: scf.if %[[ALIGNED]] {
// CHECK-NEXT: %[[OWN:.*]] = arith.remui %[[ID:.*]], %[[C16]] :
// CHECK-NEXT: %[[ROW:.*]] = arith.divui %[[ID]], %[[C16]] :
// CHECK-NEXT: %[[COLUMN:.*]] = arith.muli %[[OWN]], %[[C4]] :
// CHECK: scf.for %[[R:.*]] = %[[C0]] to %[[C64]] step %[[C16]] {
// CHECK-NEXT: %[[AT:.*]] = arith.addi %[[ROW]], %[[R]] :
// CHECK-NEXT: %[[I:.*]] = arith.addi %{{.*}}, %[[AT]] :
// CHECK-NEXT: %[[X:.*]] = vector.load %[[A]][%[[I]], %{{.*}}] {alignment = 16 : i64} : memref<?x?xf32>, vector<4xf32>
// CHECK-NEXT: vector.store %[[X]], %[[B]][%[[AT]], %[[COLUMN]]] {alignment = 16 : i64} : memref<64x64xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } else {
// CHECK-NOT: vector.
// CHECK: memref.load
// Part of the box.
// CHECK: } else {
// CHECK-NOT: vector.
// CHECK: memref.load
// CHECK-NOT: vector.

// NEVER-NOT: vector.
// NEVER-NOT: extract_aligned_pointer
func.func @f(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c64, %c64) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xf32> to memref<?x?xf32, #m, #ws>
  }
  return
}
