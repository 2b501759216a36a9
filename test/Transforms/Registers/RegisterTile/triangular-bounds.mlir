// RUN: polymem-opt %s --polymem-register-tile=block-size=4,2 --canonicalize | FileCheck %s

// Of a loop's bounds those that depend on the iteration do not matter in full
// tiles: on both sides, the end of the loop's tile rather than that of the array.

// CHECK: #[[END:.*]] = affine_map<()[s0, s1] -> (s1, s0 + 16)>
// CHECK: #[[FULL:.*]] = affine_set<()[s0, s1, s2] : ({{.*}}s2 - (s0 + 7) - 1 >= 0, s0 - s2 + 84 >= 0)>
// CHECK-LABEL: func @bounds
// CHECK: scratch.tile (%[[B:.*]]) = {{.*}} mapping [#gpu.block<y>]
// CHECK: scratch.tile (%[[T:.*]]) =
// CHECK: affine.if #[[FULL]]()[%[[B]], %[[N:.*]], %[[T]]] {
// CHECK: affine.for %{{.*}} = %[[T]] to min #[[END]]()[%[[T]], %[[N]]] {
// CHECK-COUNT-5: affine.load
// CHECK-NOT: affine.load
// CHECK: } else {
// CHECK: affine.for %{{.*}} = max #{{.*}} to min
func.func @bounds(%A: memref<?x?xf32>, %B: memref<?xf32>, %C: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c8) mapping [#gpu.block<y>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%b, %n]
    scratch.tile (%t) = (%c0) to (%n) step (%c16) {
      scratch.tile (%i, %j) = (%b, %c0) to (%hi, %c1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
        affine.for %k = max affine_map<()[s0, s1] -> (s0, s1 + 1)>()[%t, %i]
                     to min affine_map<()[s0, s1, s2] -> (s2, s1 * 2 - s1 + 100, s0 + 16)>()[%t, %i, %n] {
          %x = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
          %y = affine.load %B[%k] : memref<?xf32>
          %z = arith.mulf %x, %y : f32
          affine.store %z, %C[symbol(%i), %k] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
