// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-map-storage))' --split-input-file \
// RUN:   --remarks-filter=polymem-map-storage --remark-format=emitRemark -verify-diagnostics=only-expected | FileCheck %s

// The size of a buffer is a value that is not known: it has a cell for each element that is written at least.

#box = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0)>

// CHECK: #[[ONE:.*]] = #scratch.mapping<(d0) -> (), extents = () -> ()>
// CHECK-LABEL: func @one
// CHECK: scratch.alloc() {shared_cells} : memref<16xf32, #[[ONE]]>
func.func @one(%A: memref<16xf32>, %B: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %B[%c0] : memref<16xindex>
  // expected-remark@below {{mem0 takes 1 cells instead of at least 16, by}}
  %a = scratch.alloc()[%n] : memref<16xf32, #box>
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    affine.store %0, %a[%i] : memref<16xf32, #box>
    %1 = affine.load %a[%i] : memref<16xf32, #box>
    affine.store %1, %A[%i] : memref<16xf32>
  }
  return
}

// -----

#box = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0)>

// All elements are needed at once: they stay, however large the buffer is.
// CHECK-LABEL: func @all
// CHECK: scratch.alloc()[%{{.*}}] : memref<16xf32, #
func.func @all(%A: memref<16xf32>, %B: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %n = memref.load %B[%c0] : memref<16xindex>
  // expected-remark@below {{mem0 stays as it is: no mapping is known to fewer cells than its 16 elements; at least 16}}
  %a = scratch.alloc()[%n] : memref<16xf32, #box>
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    affine.store %0, %a[%i] : memref<16xf32, #box>
  }
  affine.for %i = 0 to 16 {
    %1 = affine.load %a[-%i + 15] : memref<16xf32, #box>
    affine.store %1, %A[%i] : memref<16xf32>
  }
  return
}

// -----

// Of rows of a length that is an argument, in a buffer whose row is a value that is loaded, two are needed.
#rows = #scratch.mapping<(d0, d1)[s0] -> (d0, d1), extents = ()[s0] -> (9, s0)>

// CHECK: #[[ROWS:.*]] = #scratch.mapping<(d0, d1)[{{.*}}] -> ({{.*}} mod {{.*}}), extents = ()[{{.*}}] -> ({{.*}})>
// CHECK-LABEL: func @rows
// CHECK: scratch.alloc(%{{.*}})[{{.*}}] {shared_cells} : memref<9x?xf32, #[[ROWS]]>
func.func @rows(%A: memref<?xf32>, %B: memref<1xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %m = memref.load %B[%c0] : memref<1xindex>
  // expected-remark@below {{instead of at least 576 where}}
  %a = scratch.alloc(%n)[%m] : memref<9x?xf32, #rows>
  affine.for %i = 0 to %n {
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %a[0, %i] : memref<9x?xf32, #rows>
  }
  affine.for %t = 1 to 9 {
    affine.for %i = 0 to %n {
      %0 = affine.load %a[%t - 1, -%i + symbol(%n) - 1] : memref<9x?xf32, #rows>
      affine.store %0, %a[%t, %i] : memref<9x?xf32, #rows>
    }
  }
  affine.for %i = 0 to %n {
    %0 = affine.load %a[8, %i] : memref<9x?xf32, #rows>
    affine.store %0, %A[%i] : memref<?xf32>
  }
  return
}
