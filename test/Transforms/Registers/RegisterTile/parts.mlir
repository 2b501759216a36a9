// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 min-part-copies=16" | FileCheck %s
// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 min-part-copies=17" | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 min-part-copies=0" | FileCheck %s --check-prefix=NONE

// A thread of a partial tile executes 4 of its iterations at a time along each axis
// while so many are left, then 2, then 1.

// CHECK-DAG: #[[FOURS:.*]] = affine_map<()[s0, s1] -> (s0 + ((s1 - s0 + 1) floordiv 8) * 8)>
// CHECK-DAG: #[[TWOS:.*]] = affine_map<()[s0, s1] -> (s0 + ((s1 - s0 + 1) floordiv 4) * 4)>
// CHECK-LABEL: func @mm
// CHECK: %[[HI:.*]] = affine.min
// CHECK: %[[HJ:.*]] = affine.min
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK: affine.if
// CHECK-COUNT-16: affine.store
// CHECK: } else {
// CHECK: %[[J4:.*]] = affine.apply #[[FOURS]]()[%[[J]], %[[HJ]]]
// CHECK: %[[J2:.*]] = affine.apply #[[TWOS]]()[%[[J4]], %[[HJ]]]
// CHECK: %[[I4:.*]] = affine.apply #[[FOURS]]()[%[[I]], %[[HI]]]
// CHECK: %[[I2:.*]] = affine.apply #[[TWOS]]()[%[[I4]], %[[HI]]]
// CHECK: %[[JS:.*]] = arith.constant 8 : index
// CHECK: scratch.tile (%{{.*}}) = (%[[J]]) to (%[[J4]]) step (%[[JS]]) {
// CHECK:   %[[IS:.*]] = arith.constant 8 : index
// CHECK:   scratch.tile (%{{.*}}) = (%[[I]]) to (%[[I4]]) step (%[[IS]]) {
// CHECK-COUNT-8: affine.load
// CHECK-COUNT-16: affine.store
// CHECK:   %[[IS:.*]] = arith.constant 4 : index
// CHECK:   scratch.tile (%{{.*}}) = (%[[I4]]) to (%[[I2]]) step (%[[IS]]) {
// CHECK-COUNT-6: affine.load
// CHECK-COUNT-8: affine.store
// CHECK:   %[[IS:.*]] = arith.constant 2 : index
// CHECK:   scratch.tile (%{{.*}}) = (%[[I2]]) to (%[[HI]]) step (%[[IS]]) {
// CHECK-COUNT-5: affine.load
// CHECK-COUNT-4: affine.store
// CHECK: %[[JS:.*]] = arith.constant 4 : index
// CHECK: scratch.tile (%{{.*}}) = (%[[J4]]) to (%[[J2]]) step (%[[JS]]) {
// CHECK:   scratch.tile (%{{.*}}) = (%[[I2]]) to (%[[HI]])
// CHECK: %[[JS:.*]] = arith.constant 2 : index
// CHECK: scratch.tile (%{{.*}}) = (%[[J2]]) to (%[[HJ]]) step (%[[JS]]) {
// CHECK:   scratch.tile (%{{.*}}) = (%[[I]]) to (%[[I4]])
// CHECK-COUNT-5: affine.load
// CHECK-COUNT-4: affine.store
// CHECK:   scratch.tile
// CHECK-COUNT-3: affine.load
// CHECK-COUNT-2: affine.store
// CHECK:   scratch.tile
// CHECK-COUNT-2: affine.load
// CHECK-COUNT-1: affine.store
// CHECK-NOT: affine.store
// CHECK: } {polymem.full_tile}

// NONE: } else {
// NONE-NEXT: arith.constant
// NONE-NEXT: arith.constant
// NONE-NEXT: scratch.tile
// NONE-NEXT: affine.for
func.func @mm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%bi, %bj) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%bi, %n]
    %hj = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%bj, %n]
    scratch.tile (%i, %j) = (%bi, %bj) to (%hi, %hj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to %n {
        %x = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
        %y = affine.load %B[%k, symbol(%j)] : memref<?x?xf32>
        %z = arith.mulf %x, %y : f32
        affine.store %z, %C[symbol(%i), symbol(%j), %k] : memref<?x?x?xf32>
      }
    }
  }
  return
}
