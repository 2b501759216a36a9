// RUN: polymem-opt %s --polymem-register-tile="block-size=4,2 min-part-copies=0" \
// RUN:   --remarks-filter=polymem-register-tile --remark-format=emitRemark 2>&1 | FileCheck %s

// A loop of one iteration or none, as tiling a triangle leaves it. Where the
// first row is not above the last column, there is one in all of them.

// CHECK: jammed: 4 of 4 in dimension 0; 5 loads in innermost loops instead of 8, {{.*}}; in tiles with all points on one side of borders (conditions: 1)
// CHECK: #[[FULL:.*]] = affine_set<()[s0, s1, s2] : ({{.*}}s1 - (s0 + 7) - 1 >= 0, s0 - (s2 + 3) >= 0)>
// CHECK-LABEL: func @triangular
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %{{[^:]+}}: memref<?x?x?xf32>, %[[N:[^:]+]]: index
// CHECK: scratch.tile (%[[BI:.*]], %[[BJ:.*]]) = {{.*}} mapping [#gpu.block<y>, #gpu.block<x>]
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NEXT: affine.if #[[FULL]]()[%[[BI]], %[[N]], %[[BJ]]] {
// CHECK-DAG: %[[JJ:.*]] = affine.apply #{{.*}}()[%[[J]]]
// CHECK: affine.for %[[K:.*]] = 0 to %[[N]] {
// CHECK-COUNT-4: affine.load %[[A]][symbol(%{{.*}}), %[[K]]]
// CHECK-NEXT: affine.load %[[A]][%[[JJ]], %[[K]]]
// CHECK-NOT: affine.load
// CHECK-COUNT-4: affine.store
// CHECK: } else {
// CHECK: scratch.tile
// CHECK-NEXT: affine.for %{{.*}} = #{{.*}}(%[[J]]) to min
// CHECK-NEXT: affine.for
// CHECK: } {polymem.full_tile}
func.func @triangular(%A: memref<?x?xf32>, %C: memref<?x?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%bi, %bj) = (%c0, %c0) to (%n, %n) step (%c8, %c4) mapping [#gpu.block<y>, #gpu.block<x>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%bi, %n]
    %hj = affine.min affine_map<()[s0, s1] -> (s0 + 4, s1)>()[%bj, %n]
    scratch.tile (%i, %j) = (%bi, %bj) to (%hi, %hj) step (%c1, %c1) mapping [#gpu.thread<y>, #gpu.thread<x>] {
      affine.for %jj = affine_map<(d0) -> (d0)>(%j) to min affine_map<(d0, d1) -> (d0 + 1, d1 + 1)>(%i, %j) {
        affine.for %k = 0 to %n {
          %x = affine.load %A[symbol(%i), %k] : memref<?x?xf32>
          %y = affine.load %A[%jj, %k] : memref<?x?xf32>
          %z = arith.mulf %x, %y : f32
          affine.store %z, %C[symbol(%i), %jj, %k] : memref<?x?x?xf32>
        }
      }
    }
  }
  return
}
