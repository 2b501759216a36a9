// RUN: polymem-opt %s --polymem-schedule | FileCheck %s

// That two subscripts i * 64 + j agree only where i and j do follows from j < 64, and is not lost
// when an order for all sizes is looked for: the nests share both loops.

// CHECK-LABEL: @copies
// CHECK-SAME: (%{{[^:]+}}: memref<4096xf32>, %[[B:[^:]+]]: memref<4096xf32>, %[[C:[^:]+]]: memref<4096xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 64
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 64
// CHECK: affine.store {{.*}}, %[[B]][%[[I]] * 64 + %[[J]]]
// CHECK: affine.store {{.*}}, %[[C]][%[[I]] * 64 + %[[J]]]
// CHECK: member = 1, permutable = true, parallel = true
// CHECK: member = 0, permutable = true, parallel = true
// CHECK-NOT: affine.for
func.func @copies(%A: memref<4096xf32>, %B: memref<4096xf32>, %C: memref<4096xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %a = affine.load %A[%i * 64 + %j] : memref<4096xf32>
      affine.store %a, %B[%i * 64 + %j] : memref<4096xf32>
    }
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %b = affine.load %B[%i * 64 + %j] : memref<4096xf32>
      affine.store %b, %C[%i * 64 + %j] : memref<4096xf32>
    }
  }
  return
}
