// RUN: polymem-opt %s --canonicalize --split-input-file | FileCheck %s

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>

// CHECK-LABEL: func @dead_buffer
func.func @dead_buffer(%A: memref<?xf32>, %n: index, %x: f32) {
  // CHECK-NEXT: return
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  %t = scratch.copy_in %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  scratch.wait %t
  affine.store %x, %b[0] : memref<?xf32, #m>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>

// CHECK-LABEL: func @live_buffer
func.func @live_buffer(%A: memref<?xf32>, %n: index, %x: f32) {
  // CHECK: scratch.alloc
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  // CHECK: affine.store
  affine.store %x, %b[0] : memref<?xf32, #m>
  // CHECK: scratch.copy_out
  scratch.copy_out %b to %A over [#s]() : memref<?xf32, #m> to memref<?xf32>
  return
}

// -----

#m = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (4, 4)>

// CHECK-LABEL: func @dim
// CHECK-SAME: (%[[N:.*]]: index)
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
func.func @dim(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = scratch.alloc(%n) : memref<5x?xf32, #m>
  %0 = memref.dim %b, %c0 : memref<5x?xf32, #m>
  %1 = memref.dim %b, %c1 : memref<5x?xf32, #m>
  // CHECK-NOT: scratch.alloc
  // CHECK: return %[[C5]], %[[N]]
  return %0, %1 : index, index
}
