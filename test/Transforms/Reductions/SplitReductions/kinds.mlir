// RUN: polymem-opt %s --polymem-split-reductions -split-input-file | FileCheck %s

// Partial results begin with the neutral element. Sums of other summands may
// overflow, and what was not is now in any order.

// CHECK-LABEL: func @integers
// CHECK: affine.for %{{.*}} = 0 to 16384 {
// CHECK-DAG: arith.constant -2147483648 : i32
// CHECK-DAG: arith.constant 2147483647 : i32
// CHECK-DAG: arith.constant 0 : i32
// CHECK-DAG: arith.constant -1 : i32
// CHECK-DAG: arith.constant 1 : i32
// CHECK: affine.for {{.*}} step 16384
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: arith.maxui
// CHECK: arith.minui
// CHECK: arith.ori
// CHECK: arith.andi
// CHECK: arith.xori
// CHECK: arith.muli %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : i32
// CHECK: affine.for %{{.*}} = 0 to 256 {
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: arith.maxui
// CHECK: arith.minui
// CHECK: arith.ori
// CHECK: arith.andi
// CHECK: arith.xori
// CHECK: arith.muli %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : i32
func.func @integers(%A: memref<?xi32>, %S: memref<8xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %s0 = affine.load %S[0] : memref<8xi32>
    %t0 = arith.maxsi %s0, %x : i32
    affine.store %t0, %S[0] : memref<8xi32>
    %s1 = affine.load %S[1] : memref<8xi32>
    %t1 = arith.minsi %x, %s1 : i32
    affine.store %t1, %S[1] : memref<8xi32>
    %s2 = affine.load %S[2] : memref<8xi32>
    %t2 = arith.maxui %s2, %x : i32
    affine.store %t2, %S[2] : memref<8xi32>
    %s3 = affine.load %S[3] : memref<8xi32>
    %t3 = arith.minui %s3, %x : i32
    affine.store %t3, %S[3] : memref<8xi32>
    %s4 = affine.load %S[4] : memref<8xi32>
    %t4 = arith.ori %s4, %x : i32
    affine.store %t4, %S[4] : memref<8xi32>
    %s5 = affine.load %S[5] : memref<8xi32>
    %t5 = arith.andi %s5, %x : i32
    affine.store %t5, %S[5] : memref<8xi32>
    %s6 = affine.load %S[6] : memref<8xi32>
    %t6 = arith.xori %s6, %x : i32
    affine.store %t6, %S[6] : memref<8xi32>
    %s7 = affine.load %S[7] : memref<8xi32>
    %t7 = arith.muli %s7, %x overflow<nsw, nuw> : i32
    affine.store %t7, %S[7] : memref<8xi32>
  }
  return
}

// -----

// -0 is neutral also beside -0. That no operand is infinite, or NaN, is promised
// for those in order only: neutral elements are infinite, and the cell may hold
// anything if the loop has no iteration.

// CHECK-LABEL: func @floats
// CHECK: affine.for %{{.*}} = 0 to 16384 {
// CHECK-DAG: arith.constant -0.000000e+00 : f32
// CHECK-DAG: arith.constant 1.000000e+00 : f32
// CHECK-DAG: arith.constant 0xFF800000 : f32
// CHECK-DAG: arith.constant 0x7F800000 : f32
// CHECK: affine.for {{.*}} step 16384
// CHECK: arith.addf %{{.*}} fastmath<reassoc,contract>
// CHECK: arith.mulf %{{.*}} fastmath<reassoc>
// CHECK: arith.maximumf %{{.*}} fastmath<reassoc>
// CHECK: arith.minimumf %{{.*}} fastmath<reassoc,nsz>
// CHECK: affine.for %{{.*}} = 0 to 256 {
// CHECK: arith.addf %{{.*}} fastmath<reassoc,contract>
// CHECK: arith.mulf %{{.*}} fastmath<reassoc>
// CHECK: arith.maximumf %{{.*}} fastmath<reassoc>
// CHECK: arith.minimumf %{{.*}} fastmath<reassoc,nsz>
func.func @floats(%A: memref<?xf32>, %S: memref<4xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %s0 = affine.load %S[0] : memref<4xf32>
    %t0 = arith.addf %s0, %x fastmath<reassoc,contract> : f32
    affine.store %t0, %S[0] : memref<4xf32>
    %s1 = affine.load %S[1] : memref<4xf32>
    %t1 = arith.mulf %x, %s1 fastmath<reassoc> : f32
    affine.store %t1, %S[1] : memref<4xf32>
    %s2 = affine.load %S[2] : memref<4xf32>
    %t2 = arith.maximumf %s2, %x fastmath<reassoc> : f32
    affine.store %t2, %S[2] : memref<4xf32>
    %s3 = affine.load %S[3] : memref<4xf32>
    %t3 = arith.minimumf %s3, %x fastmath<reassoc,nnan,ninf,nsz> : f32
    affine.store %t3, %S[3] : memref<4xf32>
  }
  return
}

// -----

// What is subtracted is subtracted from the partial result, and that is added.
// Several values may be combined at once, and one cell in several steps.

// CHECK-LABEL: func @differences
// CHECK: affine.for {{.*}} step 16384
// CHECK: %[[C:.*]] = affine.load %[[CELL:.*]][] : memref<i32>
// CHECK: %[[D:.*]] = arith.subi %[[C]], %[[X:[a-z0-9_]+]] : i32
// CHECK: %[[E:.*]] = arith.addi %[[Y:.*]], %[[D]] : i32
// CHECK: affine.store %[[E]], %[[CELL]][]
// CHECK: %[[C1:.*]] = affine.load %[[CELL]][]
// CHECK: %[[F:.*]] = arith.subi %[[C1]], %[[Y]] : i32
// CHECK: affine.store %[[F]], %[[CELL]][]
// CHECK-NOT: arith.subi
// CHECK: arith.addi
func.func @differences(%A: memref<?xi32>, %B: memref<?xi32>, %S: memref<i32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %y = affine.load %B[%i] : memref<?xi32>
    %s = affine.load %S[] : memref<i32>
    %t = arith.subi %s, %x overflow<nsw> : i32
    %u = arith.addi %y, %t : i32
    affine.store %u, %S[] : memref<i32>
    %v = affine.load %S[] : memref<i32>
    %w = arith.subi %v, %y : i32
    affine.store %w, %S[] : memref<i32>
  }
  return
}
