// What is there twice is the whole launch, inside loops of the host, with all tiles in it,
// which share its fast memory: they have room if all their buffers together fit.
//
// RUN: polymem-opt %s --scratch-promote=capacity=1000 --cse | FileCheck %s

// CHECK-LABEL: func @f
// CHECK-SAME: (%[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf64>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A_UNITS:.*]] = arith.ceildivsi
// CHECK: %[[A_BYTES:.*]] = arith.muli %[[A_UNITS]]
// CHECK: arith.addi %{{.*}}, %[[A_BYTES]]
// CHECK: %[[B_UNITS:.*]] = arith.ceildivsi
// CHECK: %[[B_BYTES:.*]] = arith.muli %[[B_UNITS]]
// CHECK: %[[TOTAL:.*]] = arith.addi %{{.*}}, %[[B_BYTES]]
// CHECK: %[[C:.*]] = arith.constant 1000
// CHECK: %[[LESS:.*]] = arith.cmpi sle, %[[TOTAL]], %[[C]]
// CHECK: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[CHOICE:.*]] = arith.select %[[LESS]], %[[C1]], %[[C0]]
// CHECK: affine.for
// CHECK-NEXT: affine.if #{{.*}}()[%[[CHOICE]]] {
// CHECK-NEXT: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.copy_in %[[A]]
// CHECK: scratch.copy_in %[[B]]
// CHECK: } else {
// CHECK-NEXT: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-NOT: scratch.copy_in
// CHECK: affine.load %[[A]]
// CHECK-NOT: scratch.copy_in
// CHECK: affine.load %[[B]]
// CHECK: } {polymem.fits}

func.func @f(%A: memref<?xf32>, %B: memref<?xf64>, %n: index, %y: memref<f32>, %z: memref<f64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  affine.for %t = 0 to 10 {
    scratch.tile (%b) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
      scratch.tile (%i) = (%c0) to (%c32) step (%c8) {
        affine.for %k = 0 to %n {
          affine.for %r = 0 to 2 {
            %a = affine.load %A[%k] : memref<?xf32>
            affine.store %a, %y[] : memref<f32>
          }
        }
      }
      scratch.tile (%i) = (%c0) to (%c32) step (%c8) {
        affine.for %k = 0 to %n {
          affine.for %r = 0 to 2 {
            %a = affine.load %B[%k] : memref<?xf64>
            affine.store %a, %z[] : memref<f64>
          }
        }
      }
    }
  }
  return
}
