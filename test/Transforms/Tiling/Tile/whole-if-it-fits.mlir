// A sequential loop that has no more iterations than a tile, whatever the sizes are, is not cut
// (but the loop over t is); the bounds of the loops around tell. With one iteration more it is.
//
// RUN: polymem-opt %s --polymem-tile=mapping=gpu | FileCheck %s

// CHECK-LABEL: func.func @fits
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK: scratch.tile {{.*}} step (%{{[a-z0-9]+}}) {
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>] {
func.func @fits(%A: memref<?x?xf32>, %x: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n step 32 {
    affine.for %i = 0 to %n {
      affine.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %x[%i] : memref<?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %x[%i] : memref<?xf32>
      }
    } {scratch.loop = #scratch.loop<band = 1, member = 0, permutable = true, parallel = true>}
  } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true>}
  return
}

// CHECK-LABEL: func.func @one_more
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK: scratch.tile {{.*}} step (%{{[a-z0-9]+}}, %[[C32]]) {
func.func @one_more(%A: memref<?x?xf32>, %x: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %n step 32 {
    affine.for %i = 0 to %n {
      affine.for %j = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 33, s0)>(%t)[%n] {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = affine.load %x[%i] : memref<?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %x[%i] : memref<?xf32>
      }
    } {scratch.loop = #scratch.loop<band = 1, member = 0, permutable = true, parallel = true>}
  } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true>}
  return
}
