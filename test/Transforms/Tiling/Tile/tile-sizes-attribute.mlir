// RUN: polymem-opt %s --polymem-tile="sizes=8" | FileCheck %s

// The attribute replaces the option, for the nest it is on.

// CHECK-LABEL: func @attribute
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK-DAG: %[[C5:.*]] = arith.constant 5 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK:     scratch.tile {{.*}} step (%[[C8]])
// CHECK:     scratch.tile {{.*}} step (%[[C5]], %[[S]])
func.func @attribute(%A: memref<?x?xf32>, %N: index, %S: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i, %i] : memref<?x?xf32>
  }
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.store %c, %A[%i, %j] : memref<?x?xf32>
    }
  } {polymem.tile_sizes = [5, "arg2"]}
  return
}
