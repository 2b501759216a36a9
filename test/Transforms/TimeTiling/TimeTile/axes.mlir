// The innermost of the loops over places is axis x of the threads. There are three
// axes: further loops are a thread's own.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16,0,0,0" | FileCheck %s

// CHECK-LABEL: @three(
// CHECK: scratch.tile (%[[I:.+]], %[[J:.+]], %[[K:.+]]) = {{.*}} mapping [#gpu.thread<z>, #gpu.thread<y>, #gpu.thread<x>] {
// CHECK: affine.store %{{.+}}, %{{.+}}[{{.*}}, %[[I]], %[[J]], %[[K]]]
func.func @three(%T: index, %A: memref<2x?x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        affine.for %k = 1 to %n {
          %a = affine.load %A[%t mod 2, %i - 1, %j, %k] : memref<2x?x?x?xf32>
          %b = affine.load %A[%t mod 2, %i + 1, %j, %k] : memref<2x?x?x?xf32>
          %s = arith.addf %a, %b : f32
          affine.store %s, %A[(%t + 1) mod 2, %i, %j, %k] : memref<2x?x?x?xf32>
        }
      }
    }
  }
  return
}

// CHECK-LABEL: @four(
// CHECK: scratch.tile (%[[I:.+]], %[[J:.+]], %[[K:.+]]) = {{.*}} mapping [#gpu.thread<z>, #gpu.thread<y>, #gpu.thread<x>] {
// CHECK: affine.for %[[L:.+]] = 1 to
// CHECK: affine.store %{{.+}}, %{{.+}}[{{.*}}, %[[I]], %[[J]], %[[K]], %[[L]]]
func.func @four(%T: index, %A: memref<2x?x?x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        affine.for %k = 1 to %n {
          affine.for %l = 1 to %n {
            %a = affine.load %A[%t mod 2, %i - 1, %j, %k, %l] : memref<2x?x?x?x?xf32>
            %b = affine.load %A[%t mod 2, %i + 1, %j, %k, %l] : memref<2x?x?x?x?xf32>
            %s = arith.addf %a, %b : f32
            affine.store %s, %A[(%t + 1) mod 2, %i, %j, %k, %l] : memref<2x?x?x?x?xf32>
          }
        }
      }
    }
  }
  return
}
