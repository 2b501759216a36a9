// RUN: polymem-opt %s -polymem-codegen | FileCheck %s

// A size loaded from memory before it may be written is loaded in front of
// everything.

// CHECK-LABEL: func @loaded
// CHECK-SAME: (%[[SIZE:[^:]+]]: memref<1xindex>
// CHECK: %[[N:.*]] = memref.load %[[SIZE]]
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[N]] {
// CHECK: memref.store %{{.*}}, %[[SIZE]]
func.func @loaded(%N: memref<1xindex>, %A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.load %N[%c0] : memref<1xindex>
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  memref.store %c0, %N[%c0] : memref<1xindex>
  return
}
