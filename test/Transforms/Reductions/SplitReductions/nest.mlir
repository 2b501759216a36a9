// RUN: polymem-opt %s --polymem-split-reductions | FileCheck %s

// Of a nest of reductions of the same cell, the outermost and the innermost
// loop are split: threads next to each other read neighbours. Values that the
// loops carry are in memory first.

// CHECK-LABEL: func @sum
// CHECK: affine.for %[[P:.*]] = 0 to 64 {
// CHECK:   affine.for %[[Q:.*]] = 0 to 256 {
// CHECK:     %[[CELL:.*]] = memref.alloca() : memref<f64>
// CHECK:     affine.for %[[I:.*]] = #{{.*}}(%[[P]]) to %{{.*}} step 64 {
// CHECK:       affine.for %[[J:.*]] = #{{.*}}(%[[I]], %[[Q]]) to %{{.*}} step 256 {
// CHECK:         affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK:     affine.store %{{.*}}, %{{.*}}[%[[Q]] + %[[P]] * 256] : memref<16384xf64>
func.func @sum(%A: memref<?x?xf64>, %S: memref<f64>, %m: index, %n: index) {
  %zero = arith.constant 0.0 : f64
  %sum = affine.for %i = 0 to %m iter_args(%s = %zero) -> f64 {
    %row = affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n iter_args(%t = %s) -> f64 {
      %x = affine.load %A[%i, %j] : memref<?x?xf64>
      %u = arith.addf %t, %x fastmath<reassoc> : f64
      affine.yield %u : f64
    }
    affine.yield %row : f64
  }
  affine.store %sum, %S[] : memref<f64>
  return
}

// In a sequential loop, threads of one block share the innermost loop only.

// CHECK-LABEL: func @in_loop
// CHECK: affine.for %{{.*}} = 1 to
// CHECK:   affine.for %[[Q:.*]] = 0 to 256 {
// CHECK:     affine.for %{{.*}} = 0 to %{{[a-z0-9]+}} {
// CHECK:       affine.for %{{.*}} = #{{.*}}(%[[Q]]) to %{{.*}} step 256 {
func.func @in_loop(%A: memref<?x?xi32>, %S: memref<?xi32>, %m: index, %n: index) {
  affine.for %k = 1 to %m {
    affine.for %i = 0 to %m {
      affine.for %j = 0 to %n {
        %x = affine.load %A[%i, %j] : memref<?x?xi32>
        %y = affine.load %S[%k - 1] : memref<?xi32>
        %xy = arith.muli %x, %y : i32
        %s = affine.load %S[%k] : memref<?xi32>
        %t = arith.addi %s, %xy : i32
        affine.store %t, %S[%k] : memref<?xi32>
      }
    }
  }
  return
}

// The window of a filter is not split.

// CHECK-LABEL: func @window
// CHECK: affine.for %[[Q:.*]] = 0 to 16384 {
// CHECK:   affine.for %{{.*}} = #{{.*}}(%[[Q]]) to %{{.*}} step 16384 {
// CHECK:     affine.for %{{.*}} = 0 to 5 {
func.func @window(%A: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 5 {
      %x = affine.load %A[%i + %j] : memref<?xi32>
      %s = affine.load %S[] : memref<i32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %S[] : memref<i32>
    }
  }
  return
}

// Sums of rows beside the sum of all: the inner loop adds to another cell in
// each iteration of the outer one, and is left to one thread.

// CHECK-LABEL: func @both
// CHECK: affine.for %[[P:.*]] = 0 to 16384 {
// CHECK:   affine.for %{{.*}} = #{{.*}}(%[[P]]) to %{{.*}} step 16384 {
// CHECK:     affine.for %{{.*}} = 0 to %{{[a-z0-9]+}} {
func.func @both(%A: memref<?x?xi32>, %R: memref<?xi32>, %S: memref<i32>, %m: index, %n: index) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %A[%i, %j] : memref<?x?xi32>
      %s = affine.load %S[] : memref<i32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %S[] : memref<i32>
      %r = affine.load %R[%i] : memref<?xi32>
      %u = arith.addi %r, %x : i32
      affine.store %u, %R[%i] : memref<?xi32>
    }
  }
  return
}
