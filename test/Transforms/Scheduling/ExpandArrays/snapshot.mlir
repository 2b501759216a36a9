// RUN: polymem-opt %s --polymem-expand-arrays | FileCheck %s
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=5,M=7 --sizes=N=1,M=3 --sizes=N=2,M=1 --sizes=N=0,M=2 --sizes=N=3,M=0 \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule'

// Rows below i are read before they are overwritten: from a copy, with as many
// elements as are read. What an iteration has written itself is read where it is.

// CHECK-LABEL: func @product
// CHECK-SAME: (%[[A:[a-z0-9]+]]: memref<?x?xf32> {{.*}}, %[[B:[a-z0-9]+]]: memref<?x?xf32> {
// CHECK: %[[N:.*]] = memref.dim %[[A]]
// CHECK: %[[M:.*]] = memref.dim %[[B]]
// CHECK: %[[COPY:.*]] = memref.alloc(%[[N]], %[[M]]) : memref<?x?xf32>
// CHECK-NEXT: affine.for %[[K:.*]] = 1 to %[[N]] {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %[[M]] {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[B]][%[[K]], %[[J]]]
// CHECK-NEXT: affine.store %[[X]], %[[COPY]][%[[K]], %[[J]]]
// CHECK: affine.for
// CHECK: affine.load %[[B]][
// CHECK: affine.load %[[COPY]][
// CHECK: affine.store %{{.*}}, %[[B]][
// CHECK: memref.dealloc %[[COPY]]
// CHECK-NEXT: return
func.func @product(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to %n {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %x = affine.load %B[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %x : f32
        %s = arith.addf %b, %p : f32
        affine.store %s, %B[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
