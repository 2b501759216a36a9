// RUN: polymem-opt %s --polymem-register-tile=block-size=4,4 --canonicalize | FileCheck %s

// A row of a triangle: the point j of a tile is executed if it is not left of the diagonal and in the
// array. In tiles right of the diagonal, the loop from j to j + 1 is its one iteration, in both
// dimensions: 2 + 2 elements are loaded for 4 products.

// CHECK: #[[RIGHT:.*]] = affine_set<()[s0, s1, s2] : ({{.*}})>
// CHECK-LABEL: func @triangle
// CHECK: affine.if #{{.*}} {
// CHECK: affine.for
// CHECK-COUNT-4: affine.load
// CHECK-NOT: affine.load
// CHECK-COUNT-4: arith.mulf
// CHECK: } else {
func.func @triangle(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%b, %d) = (%c0, %c0) to (%n, %n) step (%c8, %c8) mapping [#gpu.block<y>, #gpu.block<x>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%b, %n]
    %hj = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%d, %n]
    scratch.tile (%i, %j) = (%b, %d) to (%hi, %hj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %p = max affine_map<()[s0, s1] -> (s0, s1)>()[%i, %j]
                   to min affine_map<()[s0, s1] -> (s0, s1 + 1)>()[%n, %j] {
        affine.for %k = 0 to %n {
          %x = affine.load %A[%k, symbol(%i)] : memref<?x?xf32>
          %y = affine.load %B[%k, %p] : memref<?x?xf32>
          %z = arith.mulf %x, %y : f32
          affine.store %z, %C[symbol(%i), %p] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
