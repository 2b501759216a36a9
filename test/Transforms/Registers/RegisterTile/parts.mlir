// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 min-part-copies=4" | FileCheck %s
// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 min-part-copies=5" | FileCheck %s --check-prefix=NONE
// RUN: polymem-opt %s --polymem-register-tile="block-size=2,2 min-part-copies=0" | FileCheck %s --check-prefix=NONE

// Parts of partial tiles that are full are jammed, half as many iterations on
// each axis; what is left of them is not, and ends with the part.

// CHECK: #[[PART_END:.*]] = affine_map<()[s0, s1] -> (s0 + 4, s1)>
// CHECK: #[[PART:.*]] = affine_set<()[s0, s1, s2, s3] : (s1 - s0 - 3 >= 0, s3 - s2 - 3 >= 0)>
// CHECK-LABEL: func @mm
// CHECK: %[[HI:.*]] = affine.min
// CHECK: %[[HJ:.*]] = affine.min
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK: affine.if
// CHECK-COUNT-16: affine.store
// CHECK: } else {
// CHECK: scratch.tile (%[[PJ:.*]], %[[PI:.*]]) = (%[[J]], %[[I]]) to (%[[HJ]], %[[HI]]) step (%c4{{.*}}, %c4{{.*}}) {
// CHECK-NEXT: affine.if #[[PART]]()[%[[PJ]], %[[HJ]], %[[PI]], %[[HI]]] {
// CHECK: affine.for
// CHECK-COUNT-4: affine.load
// CHECK-COUNT-4: affine.store
// CHECK-NOT: affine.store
// CHECK: } else {
// CHECK-DAG: %[[EJ:.*]] = affine.min #[[PART_END]]()[%[[PJ]], %[[HJ]]]
// CHECK-DAG: %[[EI:.*]] = affine.min #[[PART_END]]()[%[[PI]], %[[HI]]]
// CHECK: scratch.tile (%{{.*}}, %{{.*}}) = (%[[PJ]], %[[PI]]) to (%[[EJ]], %[[EI]]) step (%c2{{.*}}, %c2{{.*}}) {
// CHECK: affine.for
// CHECK: affine.load
// CHECK-NEXT: affine.load
// CHECK: affine.store
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
