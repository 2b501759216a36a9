// RUN: polymem-opt %s --polymem-register-tile=block-size=4 | FileCheck %s

// Bounds that follow a loop around the tile.

// CHECK-LABEL: func @bounds
// CHECK-SAME: (%{{[^:]+}}: memref<?xf32>, %{{[^:]+}}: memref<?xf32>, %[[N:[^:]+]]: index
// CHECK: affine.for %[[T:.*]] = 0 to %[[N]] step 8 {
// CHECK: %[[HI:.*]] = affine.min
// CHECK: %[[END:.*]] = affine.min #{{.*}}()[%[[T]], %[[HI]]]
// CHECK: scratch.tile (%[[I:.*]]) = (%[[T]]) to (%[[END]])
// CHECK-NEXT: affine.if #{{.*}}(%[[T]])[%[[N]]] {
// CHECK-NEXT: affine.apply
// CHECK-NEXT: affine.for
// CHECK-COUNT-2: affine.store
// CHECK: else
func.func @bounds(%A: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%b) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    affine.for %t = 0 to %n step 8 {
      %hi = affine.min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%t)[%n]
      scratch.tile (%i) = (%t) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %k = 0 to %n {
          %x = affine.load %A[%k] : memref<?xf32>
          affine.store %x, %C[symbol(%i)] : memref<?xf32>
        }
      }
    }
  }
  return
}
