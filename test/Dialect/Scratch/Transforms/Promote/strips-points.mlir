// Between the threads and the loop that is cut are the points of the tile: its step becomes
// 1, so that the order of the two loops stays.
//
// RUN: polymem-opt %s --scratch-promote="fit=global" | FileCheck %s

// CHECK-DAG: #[[POINTS:.*]] = affine_map<()[s0, s1, s2] -> (s0, s1 + 32, s2 + 1)>
// CHECK-DAG: #[[END:.*]] = affine_map<()[s0, s1] -> (s0, s1 + 32)>
// CHECK-LABEL: func @window
// CHECK-SAME: (%[[X:[a-z0-9]+]]: memref<?x?xf32>, %[[F:[a-z0-9]+]]: memref<?x?xf32>
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK-NEXT: scratch.tile (%[[R:.*]]) = (%{{.*}}) to (%{{.*}}) step (%[[ONE]]) {
// CHECK: scratch.tile (%[[S:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK-DAG: scratch.copy_in %[[X]]
// CHECK-DAG: scratch.copy_in %[[F]]
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK-NEXT: affine.for %{{.*}} = %[[R]] to min #[[POINTS]]()[%{{.*}}, %[[R]], %[[R]]]
// CHECK-NEXT: affine.for %{{.*}} = %[[S]] to min #[[END]]()[%{{.*}}, %[[S]]]

func.func @window(%X: memref<?x?xf32>, %F: memref<?x?xf32>, %Y: memref<?xf32>, %n: index, %r: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c256 = arith.constant 256 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 256)>()[%n, %i]
    scratch.tile (%rt) = (%c0) to (%r) step (%c32) {
      scratch.tile (%ii) = (%i) to (%0) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %u = %rt to min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%r, %rt] {
          affine.for %v = 0 to %s {
            %x = affine.load %X[%u, %v + %ii] : memref<?x?xf32>
            %f = affine.load %F[%u, %v] : memref<?x?xf32>
            %y = affine.load %Y[%ii] : memref<?xf32>
            %p = arith.mulf %x, %f : f32
            %t = arith.addf %y, %p : f32
            affine.store %t, %Y[%ii] : memref<?xf32>
          }
        }
      }
    }
  }
  return
}
