// A tile with two dimensions of blocks keeps the loop on the host: the
// sequential code shares a launch with the cheap tile behind it.

// RUN: polymem-opt %s --polymem-tile="mapping=gpu" --polymem-map-sequential | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --emulate --check --sizes=N=9 --sizes=N=40 --sizes=N=1 \
// RUN:   --emulator-seed=0..3 --pipeline=polymem-to-emulator

// CHECK-LABEL: @f
// CHECK:      affine.for %[[K:.*]] = 0 to
// CHECK:        scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:     scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:            math.sqrt
// CHECK:          scratch.tile (%{{.*}}) = ({{.*}}) to ({{.*}}) step (%{{.*}}) {
// CHECK:            scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:              arith.divf
// CHECK:        scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>] {
// CHECK:          arith.subf
func.func @f(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %N: index {polymem.param = "N"}) {
  affine.for %k = 0 to %N {
    %d = affine.load %A[%k, %k] : memref<?x?xf32>
    %r = math.sqrt %d : f32
    affine.store %r, %A[%k, %k] : memref<?x?xf32>
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
      %x = affine.load %A[%i, %k] : memref<?x?xf32>
      %p = affine.load %A[%k, %k] : memref<?x?xf32>
      %y = arith.divf %x, %p : f32
      affine.store %y, %A[%i, %k] : memref<?x?xf32>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %N {
        %x = affine.load %A[%i, %k] : memref<?x?xf32>
        %y = affine.load %A[%j, %k] : memref<?x?xf32>
        %z = affine.load %A[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %q = arith.subf %z, %p : f32
        affine.store %q, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
