// RUN: polymem-opt %s --polymem-raise-to-affine=copies | FileCheck %s
// RUN: polymem-opt %s --polymem-raise-to-affine | FileCheck %s --check-prefix=KEPT
// RUN: polymem-run %s --entry=dynamic --compare --check-bounds --sizes=N=7 --sizes=N=0 --pipeline=polymem-raise-to-affine{copies}
// RUN: polymem-run %s --entry=transposed --entry=scalar --compare --check-bounds --pipeline=polymem-raise-to-affine{copies}

// Copies become loops if that is asked for.
// KEPT-COUNT-3: memref.copy

// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[A:.*]]: memref<?x4xf32>{{.*}}, %[[B:.*]]: memref<?x4xf32>
// CHECK: %[[N:.*]] = memref.dim %[[A]]
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[N]] {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT: affine.store %[[X]], %[[B]][%[[I]], %[[J]]]
func.func @dynamic(%A: memref<?x4xf32> {polymem.shape = ["N", 4]}, %B: memref<?x4xf32> {polymem.shape = ["N", 4]}) {
  memref.copy %A, %B : memref<?x4xf32> to memref<?x4xf32>
  return
}

// The extents that either array has at compile time, and another layout.
// CHECK-LABEL: func @transposed
// CHECK-NOT: memref.dim
// CHECK: affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
func.func @transposed(%A: memref<3x5xf32>, %B: memref<5x3xf32>) {
  %T = memref.transpose %A (i, j) -> (j, i) : memref<3x5xf32> to memref<5x3xf32, strided<[1, 5]>>
  %D = memref.cast %T : memref<5x3xf32, strided<[1, 5]>> to memref<?x3xf32, strided<[1, 5]>>
  memref.copy %D, %B : memref<?x3xf32, strided<[1, 5]>> to memref<5x3xf32>
  return
}

// CHECK-LABEL: func @scalar
// CHECK-NEXT: %[[X:.*]] = affine.load %{{.*}}[]
// CHECK-NEXT: affine.store %[[X]], %{{.*}}[]
func.func @scalar(%A: memref<i32>, %B: memref<i32>) {
  memref.copy %A, %B : memref<i32> to memref<i32>
  return
}
