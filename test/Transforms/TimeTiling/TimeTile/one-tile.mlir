// A dimension that is left whole has bounds of its own in each step, so that
// these loops are isl's. With mapping=gpu, work is in a tile of blocks also where
// a wave has one tile and no loop is made for it; loops over places that do not
// make one tile of threads are the thread's own.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16,0" | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="sizes=16,0" | FileCheck %s --check-prefix=UNMAPPED

// All is in one diamond: the only loop is that over time.
// CHECK-LABEL: @one(
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-NOT: affine.for
// CHECK: scratch.tile (%{{.+}}) = (%[[C0]]) to (%[[C1]]) step (%[[C1]]) mapping [#gpu.block<x>] {
// CHECK-NEXT: affine.for %{{.+}} = 0 to 4 {
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK: affine.store

// UNMAPPED-LABEL: @one(
// UNMAPPED-NEXT: affine.for %{{.+}} = 0 to 4 {
// UNMAPPED-NEXT: affine.for %{{.+}} = 8 to 12 {
// UNMAPPED-NOT: scratch.tile
// UNMAPPED-LABEL: @one_iteration(
func.func @one(%A: memref<2x13x4xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 8 to 12 {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%t mod 2, %i - 1, %j] : memref<2x13x4xf32>
        %b = affine.load %A[%t mod 2, %i + 1, %j] : memref<2x13x4xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<2x13x4xf32>
      }
    }
  }
  return
}

// One iteration only: a tile for each nest.
// CHECK-LABEL: @one_iteration(
// CHECK-NOT: affine.for
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NOT: scratch.tile
func.func @one_iteration(%A: memref<13x4xf32>, %B: memref<13x4xf32>) {
  affine.for %t = 0 to 1 {
    affine.for %i = 8 to 12 {
      affine.for %j = 0 to 4 {
        %a = affine.load %A[%i - 1, %j] : memref<13x4xf32>
        %b = affine.load %A[%i + 1, %j] : memref<13x4xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %B[%i, %j] : memref<13x4xf32>
      }
    }
    affine.for %i = 8 to 12 {
      affine.for %j = 0 to 4 {
        %b = affine.load %B[%i, %j] : memref<13x4xf32>
        affine.store %b, %A[%i, %j] : memref<13x4xf32>
      }
    }
  }
  return
}

// The inner bound depends on the outer place: threads are along the hull.
// CHECK-LABEL: @triangle(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile (%[[I:.+]], %[[J:.+]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK-NEXT: affine.if {{.*}}(%[[I]], %[[J]])
// CHECK: affine.store %{{.+}}, %{{.+}}[{{.*}}, %[[I]], %[[J]]]
func.func @triangle(%T: index, %A: memref<2x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
        %a = affine.load %A[%t mod 2, %i - 1, %j] : memref<2x?x?xf32>
        %b = affine.load %A[%t mod 2, %i + 1, %j] : memref<2x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<2x?x?xf32>
      }
    }
  }
  return
}

// A loop in a place whose iterations depend on each other.
// CHECK-LABEL: @accumulate(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile (%[[I:.+]], %{{.+}}) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK: affine.for %{{.+}} = -1 to 2 {
// CHECK-NOT: scratch.tile
func.func @accumulate(%T: index, %A: memref<2x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 0 to %n {
        affine.for %k = -1 to 2 {
          %sum = affine.load %A[(%t + 1) mod 2, %i, %j] : memref<2x?x?xf32>
          %a = affine.load %A[%t mod 2, %i + %k, %j] : memref<2x?x?xf32>
          %s = arith.addf %sum, %a : f32
          affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<2x?x?xf32>
        }
      }
    }
  }
  return
}
