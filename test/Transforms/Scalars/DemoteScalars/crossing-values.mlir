// RUN: polymem-opt %s -polymem-demote-scalars | FileCheck %s

// Values used in or behind another loop: repeated where that gives the same
// value, else kept in a cell.

// CHECK-LABEL: func @in_front_of_loop
// CHECK-SAME: (%[[A:[^:]+]]: memref<?xf32>, %{{[^:]+}}: memref<?x?xf32>, %{{[^:]+}}: index, %[[ALPHA:[^:]+]]: f32
func.func @in_front_of_loop(%A: memref<?xf32>, %B: memref<?x?xf32>, %n: index, %alpha: f32) {
  affine.for %i = 0 to %n {
    // A load from memory that nothing writes, and a product: repeated. A costly
    // operation: a cell.
    // CHECK: affine.for %[[I:.*]] = 0
    // CHECK-NEXT: %[[A0:.*]] = affine.load %[[A]][%[[I]]]
    // CHECK-NEXT: %[[CELL:.*]] = memref.alloca() : memref<f32>
    // CHECK-NEXT: %[[EXP:.*]] = math.exp %[[A0]]
    // CHECK-NEXT: affine.store %[[EXP]], %[[CELL]][]
    // CHECK-NEXT: affine.for
    // CHECK: %[[A1:.*]] = affine.load %[[A]][%[[I]]]
    // CHECK-NEXT: arith.mulf %[[A1]], %[[ALPHA]]
    // CHECK: affine.load %[[CELL]][]
    // CHECK: }
    // CHECK-NEXT: %[[A2:.*]] = affine.load %[[A]][%[[I]]]
    // CHECK-NEXT: %[[T:.*]] = arith.mulf %[[A2]], %[[ALPHA]]
    // CHECK-NEXT: affine.store %[[T]], %[[A]][%[[I]]]
    %a = affine.load %A[%i] : memref<?xf32>
    %t = arith.mulf %a, %alpha : f32
    %e = math.exp %a : f32
    affine.for %j = 0 to %n {
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %u = arith.mulf %b, %t : f32
      %w = arith.addf %u, %e : f32
      affine.store %w, %B[%i, %j] : memref<?x?xf32>
    }
    affine.store %t, %A[%i] : memref<?xf32>
  }
  return
}

// The loop writes the array: a second load would see the new value.
// CHECK-LABEL: func @written_in_loop
// CHECK-SAME: (%[[A:[^:]+]]: memref<?xf32>
// CHECK: %[[CELL:.*]] = memref.alloca() : memref<f32>
// CHECK-NEXT: %[[V:.*]] = affine.load %[[A]][0]
// CHECK-NEXT: affine.store %[[V]], %[[CELL]][]
// CHECK-NEXT: affine.for
// CHECK-NEXT: %[[W:.*]] = affine.load %[[CELL]][]
// CHECK-NEXT: affine.store %[[W]], %[[A]][%{{.*}}]
func.func @written_in_loop(%A: memref<?xf32>, %n: index) {
  %v = affine.load %A[0] : memref<?xf32>
  affine.for %j = 0 to %n {
    affine.store %v, %A[%j] : memref<?xf32>
  }
  return
}
