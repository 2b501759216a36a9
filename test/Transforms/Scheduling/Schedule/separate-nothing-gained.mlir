// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter-passed=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-NOT: Separated
// REMARK: Scheduled {{.*}}Function=same_loops

// Both sums go along the rows: one nest, whose outer loop is parallel.

// CHECK-LABEL: func @same_loops
// CHECK-SAME: (%{{[^:]+}}: memref<?x?xf32>, %[[S:[^:]+]]: memref<?xf32>, %[[Q:[^:]+]]: memref<?xf32>
// CHECK-COUNT-2: affine.for
// CHECK-NOT:  affine.for
// CHECK:        affine.store %{{.*}}, %[[S]]
// CHECK:        affine.store %{{.*}}, %[[Q]]
// CHECK:      return
func.func @same_loops(%A: memref<?x?xf32>, %s: memref<?xf32>, %q: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s0 = affine.load %s[%i] : memref<?xf32>
      %s1 = arith.mulf %s0, %a : f32
      affine.store %s1, %s[%i] : memref<?xf32>
      %q0 = affine.load %q[%i] : memref<?xf32>
      %q1 = arith.addf %q0, %a : f32
      affine.store %q1, %q[%i] : memref<?xf32>
    }
  }
  return
}

// A recurrence through both arrays: apart they are as sequential as together.

// CHECK-LABEL: func @recurrence
// CHECK-SAME: (%[[S:[^:]+]]: memref<?xf32>, %[[Q:[^:]+]]: memref<?xf32>
// CHECK-COUNT-1: affine.for
// CHECK-NOT:  affine.for
// CHECK:        affine.store %{{.*}}, %[[S]]
// CHECK:        affine.store %{{.*}}, %[[Q]]
// CHECK:      return
func.func @recurrence(%s: memref<?xf32>, %q: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %q0 = affine.load %q[%i - 1] : memref<?xf32>
    %s1 = arith.addf %q0, %q0 : f32
    affine.store %s1, %s[%i] : memref<?xf32>
    %s0 = affine.load %s[%i] : memref<?xf32>
    %q1 = arith.addf %s0, %s0 : f32
    affine.store %q1, %q[%i] : memref<?xf32>
  }
  return
}
