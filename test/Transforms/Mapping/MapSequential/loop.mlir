// A loop of sequential code and cheap tiles is one launch: its tiles lose their
// blocks and keep their threads. Without `merge-loops` each iteration launches.

// RUN: polymem-opt %s --polymem-tile="mapping=gpu" --polymem-map-sequential | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="mapping=gpu" --polymem-map-sequential=merge-loops=false | FileCheck %s --check-prefix=APART
// RUN: polymem-run %s --compare --uninterpreted --emulate --check --sizes=N=9 --sizes=N=300 \
// RUN:   --emulator-seed=0..3 --pipeline=polymem-to-emulator
// RUN: polymem-run %s --compare --uninterpreted --emulate --check --sizes=N=9 --sizes=N=1 \
// RUN:   --pipeline='polymem-tile{mapping=gpu},polymem-map-sequential{merge-loops=false},convert-scratch-to-gpu'

// CHECK-LABEL: @f
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:   affine.for %[[K:.*]] = 0 to
// CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:            arith.divf
// CHECK:          }
// CHECK:          scratch.tile (%[[I:.*]]) = ({{.*}}) to ({{.*}}) step (%{{.*}}) {
// CHECK:            scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:              arith.mulf
// CHECK-NOT:  gpu.block

// APART-LABEL: @f
// APART:      affine.for %[[K:.*]] = 0 to
// APART:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
// APART:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// APART:            arith.divf
// APART:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
// APART:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// APART:            arith.mulf
func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %one = arith.constant 1.0 : f32
  affine.for %k = 0 to %N {
    %d = affine.load %A[%k] : memref<?xf32>
    %r = arith.divf %one, %d : f32
    affine.store %r, %A[%k] : memref<?xf32>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
      %x = affine.load %A[%i] : memref<?xf32>
      %p = affine.load %A[%k] : memref<?xf32>
      %y = arith.mulf %x, %p : f32
      affine.store %y, %A[%i] : memref<?xf32>
    }
  }
  return
}
