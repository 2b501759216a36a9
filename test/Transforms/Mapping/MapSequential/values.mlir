// A value that leaves its launch, and one that a later tile uses, go through
// cells in memory.

// RUN: polymem-opt %s --polymem-tile=mapping=gpu --polymem-map-sequential | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --emulate --check --sizes=N=9 --sizes=N=300 \
// RUN:   --pipeline=polymem-to-emulator

// CHECK-LABEL: @f
// CHECK:      %[[CELL:.*]] = memref.alloca() : memref<f32>
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:   scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK-NEXT:     %[[A:.*]] = affine.load %{{.*}}[0] : memref<?xf32>
// CHECK-NEXT:     affine.store %[[A]], %[[CELL]][]
// CHECK-NEXT:   }
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK:        scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:          %[[USE:.*]] = affine.load %[[CELL]][]
// CHECK-NEXT:     arith.mulf %{{.*}}, %[[USE]]
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:   scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK-NEXT:     %[[AGAIN:.*]] = affine.load %[[CELL]][]
// CHECK-NEXT:     %[[SUM:.*]] = arith.addf %[[AGAIN]]
// CHECK-NEXT:     affine.store %[[SUM]]
func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %one = arith.constant 1.0 : f32
  %a = affine.load %A[0] : memref<?xf32>
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %a : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  %sum = arith.addf %a, %one : f32
  affine.store %sum, %A[1] : memref<?xf32>
  return
}
