// RUN: polymem-opt %s --polymem-promote-scalars | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check --sizes=N=7 --sizes=N=1 --sizes=N=0 \
// RUN:   --pipeline=polymem-promote-scalars

// What a condition writes at the end of an iteration is read at the start of the
// next one, and not behind the loop.

// CHECK: affine.for %{{.*}} iter_args(%[[T:.*]] = %{{.*}}) -> (f32) {
// CHECK: arith.addf %{{.*}}, %[[T]]
// CHECK: %[[R:.*]] = affine.if
// CHECK: affine.yield %{{.*}} : f32
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.yield %[[T]] : f32
// CHECK: affine.yield %[[R]] : f32
func.func @next(%x: f32, %A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %t = memref.alloca() : memref<f32>
  affine.store %x, %t[] : memref<f32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %old = affine.load %t[] : memref<f32>
    %s = arith.addf %a, %old : f32
    affine.store %s, %B[%i] : memref<?xf32>
    affine.if affine_set<(i) : (i - 2 >= 0)>(%i) {
      affine.store %a, %t[] : memref<f32>
    }
  }
  return
}
