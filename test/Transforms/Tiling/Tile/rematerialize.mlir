// RUN: polymem-opt %s --polymem-tile="sizes=8,8" | FileCheck %s

// Index computations between the loops do not hinder: they are done again where
// they are used.

// CHECK-LABEL: func @between
// CHECK: scratch.tile (%[[I:.*]], %[[J:.*]]) =
// CHECK:   affine.for %[[II:.*]] = %[[I]] to
// CHECK:     affine.for %[[JJ:.*]] = %[[J]] to
// CHECK:       %[[R:.*]] = affine.apply #{{.*}}(%[[II]])
// CHECK:       affine.store %{{.*}}, %{{.*}}[%[[R]], %[[JJ]]]
func.func @between(%A: memref<?x?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    %r = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    affine.for %j = 0 to %N {
      affine.store %c, %A[%r, %j] : memref<?x?xf32>
    }
  }
  return
}
