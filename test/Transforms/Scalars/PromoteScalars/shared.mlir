// RUN: polymem-opt %s --polymem-promote-scalars | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check --sizes=N=5,M=3 --sizes=N=1,M=1 --sizes=N=3,M=0 --sizes=N=0,M=2 \
// RUN:   --pipeline=polymem-promote-scalars

// One cell holds the sums of two nests, and becomes a value in each.

// CHECK-LABEL: func @shared
// CHECK-NOT: alloca
// CHECK: affine.for %{{.*}} {
// CHECK-NEXT: %[[SUM:.*]] = affine.for %{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (f32) {
// CHECK: %[[Y:.*]] = arith.addf %[[S]], %{{.*}}
// CHECK-NEXT: affine.yield %[[Y]]
// CHECK: affine.store %[[SUM]], %[[B:.*]][
// CHECK: affine.for %{{.*}} {
// CHECK: %[[LAST:.*]] = affine.for %{{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (f32) {
// CHECK: affine.store %[[LAST]], %[[B]][
func.func @shared(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %t = memref.alloca() : memref<1xf32>
  affine.for %i = 0 to %n {
    affine.store %zero, %t[0] : memref<1xf32>
    affine.for %j = 0 to %m {
      %x = affine.load %t[0] : memref<1xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.addf %x, %a : f32
      affine.store %y, %t[0] : memref<1xf32>
    }
    %s = affine.load %t[0] : memref<1xf32>
    affine.store %s, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    affine.store %b, %t[0] : memref<1xf32>
    affine.for %j = 0 to %m {
      %x = affine.load %t[0] : memref<1xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %x, %a : f32
      affine.store %y, %t[0] : memref<1xf32>
    }
    %s = affine.load %t[0] : memref<1xf32>
    affine.store %s, %B[%i] : memref<?xf32>
  }
  return
}
