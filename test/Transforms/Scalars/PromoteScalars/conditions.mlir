// RUN: polymem-opt %s --polymem-promote-scalars --split-input-file | FileCheck %s
// RUN: polymem-opt %s --polymem-promote-scalars --split-input-file | FileCheck %s --check-prefix=SCF

// What a condition writes and somebody reads behind it is its result, also
// where one branch only writes, and where it has results before.

// CHECK-LABEL: func @one_branch
// CHECK-NOT: alloca
// CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} iter_args(%[[T:.*]] = %[[X:.*]]) -> (f32) {
// CHECK-NEXT: %[[R:.*]]:2 = affine.if
// CHECK: %[[A:.*]] = affine.load
// CHECK-NEXT: affine.yield %[[A]], %[[A]] : f32, f32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %[[T]], %[[T]] : f32, f32
// CHECK: affine.store %[[R]]#0, %{{.*}}[%[[I]]]
// CHECK-NEXT: affine.yield %[[R]]#1
func.func @one_branch(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %x: f32) {
  %t = memref.alloca() : memref<f32>
  affine.store %x, %t[] : memref<f32>
  affine.for %i = 0 to %n {
    %r = affine.if affine_set<(i) : (i - 3 >= 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.store %a, %t[] : memref<f32>
      affine.yield %a : f32
    } else {
      %old = affine.load %t[] : memref<f32>
      affine.yield %old : f32
    }
    affine.store %r, %B[%i] : memref<?xf32>
  }
  %last = affine.load %t[] : memref<f32>
  affine.store %last, %B[0] : memref<?xf32>
  return
}

// -----

// SCF-LABEL: func @no_else
// SCF-NOT: alloca
// SCF: scf.for %{{.*}} iter_args(%[[T:.*]] = %{{.*}}) -> (i32) : i32 {
// SCF: %[[R:.*]] = scf.if %{{.*}} -> (i32) {
// SCF-NEXT: scf.yield %[[I:.*]] : i32
// SCF-NEXT: } else {
// SCF-NEXT: scf.yield %[[T]] : i32
// SCF: scf.yield %[[R]] : i32
func.func @no_else(%n: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = memref.alloca() : memref<i32>
  memref.store %n, %t[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.if %c {
      memref.store %i, %t[] : memref<i32>
    }
  }
  %last = memref.load %t[] : memref<i32>
  return %last : i32
}
