// Only the nest of the statement in parts has loops of its own; those of other nests are shared as
// they are without it.

// RUN: polymem-opt %s --polymem-schedule | FileCheck %s

// CHECK-LABEL: func @beside
// CHECK-SAME: (%{{[^:]+}}: memref<?xf32>, %[[B:[^:]+]]: memref<?xf32>, %[[C:[^:]+]]: memref<?xf32>
// CHECK-NEXT: affine.for
// CHECK-NOT:    affine.for
// CHECK:        affine.store %{{.*}}, %[[B]][
// CHECK-NOT:    affine.for
// CHECK:        affine.store %{{.*}}, %[[C]][
// CHECK-NOT:    affine.for
// CHECK:      } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
// CHECK-COUNT-3: affine.for
// CHECK-NOT:  affine.for
// CHECK:      return
func.func @beside(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    %c = arith.addf %b, %b : f32
    affine.store %c, %C[%i] : memref<?xf32>
  }
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %A[%k] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %A[%i] : memref<?xf32>
    }
  }
  return
}
