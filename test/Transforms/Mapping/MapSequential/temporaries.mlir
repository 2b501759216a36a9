// A temporary of one run of sequential code is its thread's own. One that tiles
// share is in the memory of the block.

// RUN: polymem-opt %s --polymem-tile="mapping=gpu" --polymem-map-sequential | FileCheck %s
// RUN: polymem-run %s --entry=own --entry=shared --compare --uninterpreted --emulate --check --sizes=N=9 --sizes=N=300 \
// RUN:   --emulator-seed=0..3 --pipeline=polymem-to-emulator

// CHECK-LABEL: @own
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:   scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK-NEXT:     %[[S:.*]] = memref.alloca() : memref<f32>
// CHECK-NEXT:     affine.store %{{.*}}, %[[S]][]
func.func @own(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloca() : memref<f32>
  affine.store %zero, %s[] : memref<f32>
  affine.for %i = 0 to %N {
    %t = affine.load %s[] : memref<f32>
    %x = affine.load %A[%i] : memref<?xf32>
    %u = arith.addf %t, %x : f32
    affine.store %u, %s[] : memref<f32>
    affine.store %u, %A[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: @shared
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:   %[[S:.*]] = scratch.alloc() : memref<f32, {{.*}}#gpu.address_space<workgroup>>
// CHECK-NEXT:   affine.for
// CHECK-NOT:      memref.alloca
// CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:            affine.store %{{.*}}, %[[S]][]
// CHECK:          scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:            affine.load %[[S]][]
func.func @shared(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %k = 1 to %N {
    %s = memref.alloca() : memref<f32>
    %x = affine.load %A[%k] : memref<?xf32>
    affine.store %x, %s[] : memref<f32>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %t = affine.load %s[] : memref<f32>
      %y = affine.load %A[%i] : memref<?xf32>
      %u = arith.addf %t, %y : f32
      affine.store %u, %A[%i] : memref<?xf32>
    }
  }
  return
}
