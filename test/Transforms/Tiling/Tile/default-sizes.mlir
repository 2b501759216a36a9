// RUN: polymem-opt %s --polymem-tile="mapping=gpu" | FileCheck %s

// The rule of `polymem-tile` for sizes that are not given.

// One parallel loop: 256; others: 32.
// CHECK-LABEL: func @mv
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C256:.*]] = arith.constant 256 : index
// CHECK: scratch.tile {{.*}} step (%[[C256]]) mapping [#gpu.block<x>]
// CHECK:   scratch.tile {{.*}} step (%[[C32]]) {
func.func @mv(%y: memref<?xf32>, %A: memref<?x?xf32>, %x: memref<?xf32>,
              %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %c = affine.load %y[%i] : memref<?xf32>
      %s = arith.addf %p, %c : f32
      affine.store %s, %y[%i] : memref<?xf32>
    }
  }
  return
}

// Four parallel loops: 32, 32, 4, 1 from the inside; a window of 3 x 3 stays
// whole, the channel loop does not.
// CHECK-LABEL: func @conv2d
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK: scratch.tile {{.*}} step (%[[C1]], %[[C4]], %[[C32]], %[[C32]]) mapping [#gpu.block<linear_dim_0>, #gpu.block<z>, #gpu.block<y>, #gpu.block<x>] {
// CHECK:   scratch.tile (%[[C:.*]]) = {{.*}} step (%[[C32]]) {
// CHECK:     scratch.tile {{.*}} mapping [#gpu.thread<linear_dim_0>, #gpu.thread<z>, #gpu.thread<y>, #gpu.thread<x>] {
// CHECK:       affine.for %{{.*}} = %[[C]] to min
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
func.func @conv2d(%O: memref<?x?x?x?xf32>, %I: memref<?x?x?x?xf32>,
                  %W: memref<?x?x3x3xf32>, %N: index, %K: index, %C: index,
                  %P: index, %Q: index) {
  affine.for %n = 0 to %N {
    affine.for %k = 0 to %K {
      affine.for %p = 0 to %P {
        affine.for %q = 0 to %Q {
          affine.for %c = 0 to %C {
            affine.for %r = 0 to 3 {
              affine.for %s = 0 to 3 {
                %i = affine.load %I[%n, %c, %p + %r, %q + %s] : memref<?x?x?x?xf32>
                %w = affine.load %W[%k, %c, %r, %s] : memref<?x?x3x3xf32>
                %x = arith.mulf %i, %w : f32
                %o = affine.load %O[%n, %k, %p, %q] : memref<?x?x?x?xf32>
                %y = arith.addf %o, %x : f32
                affine.store %y, %O[%n, %k, %p, %q] : memref<?x?x?x?xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}
