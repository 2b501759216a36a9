// What subscripts are computed from may be in the loop that the load leaves: they are composed in front of it.
// RUN: polymem-opt %s --polymem-reuse-loads | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK-SAME:    (%[[A:.*]]: memref<?xf32>, %[[N:.*]]: index)
// CHECK:         %[[V:.*]] = affine.load %[[A]][symbol(%[[N]]) + 1]
// CHECK-NEXT:    affine.for
// CHECK-NOT:       affine.load
// CHECK:           affine.store %[[V]]
func.func @f(%A: memref<?xf32>, %n: index) -> memref<4xf32> {
  %C = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    %k = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
    %v = affine.load %A[%k] : memref<?xf32>
    affine.store %v, %C[%i] : memref<4xf32>
  }
  return %C : memref<4xf32>
}
