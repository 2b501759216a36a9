// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s

// A product, and a quotient of unknown sign, do not change in the nest: they are computed in
// front of it.
// CHECK-LABEL: func @hoisted
// CHECK-SAME: (%{{.*}}: memref<?xf32>, %[[N:.*]]: i32, %[[M:.*]]: i32,
// CHECK-DAG: %[[NX:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: %[[P:.*]] = arith.muli %[[N]], %[[M]] : i32
// CHECK-NEXT: %[[H:.*]] = arith.divsi %[[P]], %{{.*}} : i32
// CHECK-NEXT: %[[HX:.*]] = arith.index_cast %[[H]] : i32 to index
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[NX]] {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %[[HX]] {
// CHECK-NEXT: affine.store {{.*}}[%[[J]] + symbol(%[[HX]])]
func.func @hoisted(%A: memref<?xf32>, %n: i32, %m: i32, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i32
  %nx = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %nx step %c1 {
    %p = arith.muli %n, %m : i32
    %h = arith.divsi %p, %c2 : i32
    %hx = arith.index_cast %h : i32 to index
    scf.for %j = %c0 to %hx step %c1 {
      %q = arith.addi %j, %hx : index
      memref.store %f, %A[%q] : memref<?xf32>
    }
  }
  return
}

// A division that may be by zero stays behind what decides whether it is executed.
// CHECK-LABEL: func @division_is_not_moved
// CHECK: affine.for
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: memref.store
func.func @division_is_not_moved(%A: memref<?xf32>, %n: index, %m: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %h = arith.divsi %n, %m : index
    memref.store %f, %A[%h] : memref<?xf32>
  }
  return
}

// What was loaded in front of the nest is a symbol.
// CHECK-LABEL: func @loaded_in_front
// CHECK: %[[SIZE:.*]] = affine.load %{{.*}}[]
// CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[SIZE]]
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[N]]
// CHECK-NEXT: affine.store {{.*}}[%[[I]]]
func.func @loaded_in_front(%A: memref<?xf32>, %size: memref<i32>, %f: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = memref.load %size[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = arith.index_cast %i : i32 to index
    memref.store %f, %A[%x] : memref<?xf32>
  }
  return
}

// Sizes of arrays are symbols wherever they are asked for.
// CHECK-LABEL: func @sizes
// CHECK: affine.for %[[I:.*]] = 0
// CHECK-NEXT: %[[M:.*]] = memref.dim
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %[[M]]
// CHECK-NEXT: affine.store {{.*}}[%[[I]], %[[J]]]
func.func @sizes(%A: memref<?x?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.dim %A, %c1 : memref<?x?xf32>
    scf.for %j = %c0 to %m step %c1 {
      memref.store %f, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
