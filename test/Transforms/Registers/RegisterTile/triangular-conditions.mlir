// RUN: polymem-opt %s --polymem-register-tile=block-size=4,2 | FileCheck %s

// A condition that holds in all iterations of a full tile is not one there;
// what it returns is what its first region does.

// CHECK: #[[FULL:.*]] = affine_set<()[s0, s1] : ({{.*}}s0 - s1 - 3 >= 0)>
// CHECK-LABEL: func @conditions
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[B:[^:]+]]: memref<?xf32>, %{{[^:]+}}: memref<?x?xf32>, %[[N:[^:]+]]: index, %[[M:[^:]+]]: index
// CHECK: affine.if #[[FULL]]()[%{{.*}}, %[[M]]] {
// CHECK-NOT: affine.if
// CHECK: affine.for
// CHECK-COUNT-4: affine.load %[[A]]
// CHECK: affine.load %[[B]]
// CHECK-NOT: affine.load
// CHECK-COUNT-4: arith.mulf
// CHECK: affine.for
// CHECK: } else {
// CHECK: affine.for
// CHECK: affine.if
// CHECK: } {polymem.full_tile}
func.func @conditions(%A: memref<?x?xf32>, %B: memref<?xf32>, %C: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%b) = (%c0) to (%c8) step (%c8) mapping [#gpu.block<y>] {
    %hi = affine.min affine_map<()[s0] -> (s0 + 8, 8)>()[%b]
    scratch.tile (%i, %j) = (%b, %c0) to (%hi, %c1) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %k = 0 to %n {
        %v = affine.if affine_set<()[s0, s1] : (s0 - s1 - 3 >= 0)>()[%i, %m] -> f32 {
          %x = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
          %y = affine.load %B[%k] : memref<?xf32>
          %z = arith.mulf %x, %y : f32
          affine.yield %z : f32
        } else {
          affine.yield %zero : f32
        }
        affine.store %v, %C[symbol(%i), %k] : memref<?x?xf32>
      }
      // Also behind it, and one in another.
      affine.for %k = 0 to %n {
        affine.if affine_set<()[s0, s1] : (s0 - s1 - 3 >= 0)>()[%i, %m] {
          affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%m] {
            affine.store %zero, %C[symbol(%i), %k] : memref<?x?xf32>
          }
        }
      }
    }
  }
  return
}
