// Where a thread has few elements, there are two versions: by vectors, if the box is
// in the array and addresses allow it, and one with all tests.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32,8 thread-locality=false" --canonicalize --cse | FileCheck %s

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1)[s0, s1] -> (d0 - s0, d1 - s1), extents = ()[s0, s1] -> (32, 32)>
#tile = affine_set<(d0, d1)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s2 - 1 >= 0,
                                           d1 - s1 >= 0, -d1 + s1 + 31 >= 0, -d1 + s2 - 1 >= 0)>

// CHECK-LABEL: func @f
// CHECK-DAG: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK: %[[VECTORS:.*]] = scf.if %[[ALIGNED]] -> (i1) {
// CHECK: %[[WHOLE:.*]] = arith.andi
// CHECK-NEXT: scf.yield %[[WHOLE]] : i1
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[FALSE]] : i1
// CHECK-NEXT: }
// CHECK: scf.if %[[VECTORS]] {
// CHECK-NOT: scf.if
// CHECK: vector.load
// CHECK-NEXT: vector.store
// CHECK-NEXT: } else {
// CHECK: scf.for
// CHECK: scf.if
// CHECK: memref.load
// CHECK-NOT: memref.load
func.func @f(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c32, %c32) mapping [#gpu.block<y>, #gpu.block<x>] {
    %b = scratch.alloc(%n, %n)[%i, %j] : memref<?x?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#tile](%i, %j, %n) : memref<?x?xf32> to memref<?x?xf32, #m, #ws>
  }
  return
}
