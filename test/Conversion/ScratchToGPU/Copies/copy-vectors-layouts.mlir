// What is asked of the array's layout: of strides and offsets that are known, nothing.

// RUN: polymem-opt %s --convert-scratch-to-gpu=block-size=64 --canonicalize --cse | FileCheck %s

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0, d1) -> (d0, d1), extents = () -> (16, 32)>
#m3 = #scratch.mapping<(d0, d1, d2) -> (d0, d1, d2), extents = () -> (2, 16, 32)>
#box = affine_set<(d0, d1) : (d0 >= 0, -d0 + 15 >= 0, d1 >= 0, -d1 + 31 >= 0)>
#box3 = affine_set<(d0, d1, d2) : (d0 >= 0, -d0 + 1 >= 0, d1 >= 0, -d1 + 15 >= 0, d2 >= 0, -d2 + 31 >= 0)>

// Rows of 40 elements: where the array and the buffer begin.
// CHECK-LABEL: func @known
// CHECK: threads(
// CHECK-NOT: memref.dim
// CHECK: arith.ori
// CHECK-NOT: arith.ori
// CHECK: vector.load
func.func @known(%A: memref<16x40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<16x40xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box]() : memref<16x40xf32> to memref<16x40xf32, #m, #ws>
  }
  return
}

// The distance of planes is a multiple of that of rows.
// CHECK-LABEL: func @planes
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: threads(
// CHECK: %[[LENGTH:.*]] = memref.dim %[[A]], %[[C2]]
// CHECK-NOT: memref.dim
// CHECK: arith.muli %[[LENGTH]],
// CHECK-NOT: memref.dim
// CHECK: vector.load
func.func @planes(%A: memref<?x?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n, %n, %n) : memref<?x?x?xf32, #m3, #ws>
    scratch.copy_in %A to %b over [#box3]() : memref<?x?x?xf32> to memref<?x?x?xf32, #m3, #ws>
  }
  return
}

// Of a view, its offset and each stride.
// CHECK-LABEL: func @view
// CHECK: threads(
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:3, %[[STRIDES:.*]]:3 = memref.extract_strided_metadata
// CHECK: arith.muli %[[OFFSET]], %{{.*}} : index
// CHECK: arith.muli %[[STRIDES]]#0, %{{.*}} : index
// CHECK: arith.muli %[[STRIDES]]#1, %{{.*}} : index
// CHECK: vector.load
func.func @view(%A: memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n, %n, %n) : memref<?x?x?xf32, #m3, #ws>
    scratch.copy_in %A to %b over [#box3]() : memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>> to memref<?x?x?xf32, #m3, #ws>
  }
  return
}

// An offset that is known is part of the address.
// CHECK-LABEL: func @offset
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: threads(
// CHECK-NOT: extract_strided_metadata
// CHECK: %[[START:.*]] = memref.extract_aligned_pointer_as_index
// CHECK-NEXT: arith.addi %[[START]], %[[C8]] : index
// CHECK: vector.load
func.func @offset(%A: memref<16x32xf32, strided<[64, 1], offset: 2>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc() : memref<16x32xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box]() : memref<16x32xf32, strided<[64, 1], offset: 2>> to memref<16x32xf32, #m, #ws>
  }
  return
}
