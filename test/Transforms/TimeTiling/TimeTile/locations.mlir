// Tiles are at the place of the time loop that they are parts of, so that what
// later passes say of them points there, and not at some operation in it.
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16" \
// RUN:   --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK: } loc("space.c":2:0)
// CHECK-NEXT: } loc("time.c":1:0)
// CHECK-NEXT: } loc("time.c":1:0)
func.func @line(%T: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s] -> (s - 1)>()[%N] {
      %a = affine.load %A[%i - 1] : memref<?xf32> loc("load.c":3:0)
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %B[%i] : memref<?xf32>
    } loc("space.c":2:0)
    affine.for %i = 1 to affine_map<()[s] -> (s - 1)>()[%N] {
      %b = affine.load %B[%i] : memref<?xf32> loc("load.c":3:0)
      affine.store %b, %A[%i] : memref<?xf32>
    } loc("space.c":2:0)
  } loc("time.c":1:0)
  return
}
