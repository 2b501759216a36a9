// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-run %s --entry=clear --compare --uninterpreted --check-bounds --check \
// RUN:   --sizes=N=7,M=5 --sizes=N=1,M=1 --sizes=N=4,M=0 --pipeline=polymem-schedule

// What was loaded is overwritten by the first store of the body. The part with
// the store to q loads it again, and so does that to s, so their loops come first.

// CHECK-LABEL: func @clear
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>{{[^%]*}}%[[S:[^:]+]]: memref<?xf32>{{[^%]*}}%[[Q:[^:]+]]: memref<?xf32>
// CHECK:      affine.for %[[I:.*]] = 0
// CHECK-NEXT:   affine.for %[[J:.*]] = 0
// CHECK-NEXT:     affine.load %[[A]][%[[I]], %[[J]]]
// CHECK-NOT:      %[[A]]
// CHECK:          affine.store %{{.*}}, %[[Q]]
// CHECK:      parallel = true
// CHECK-NEXT: affine.for
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.load %[[A]]
// CHECK-NOT:      %[[A]]
// CHECK:          affine.store %{{.*}}, %[[S]]
// CHECK:      parallel = true
// CHECK-NEXT: affine.for
// CHECK-NEXT:   affine.for
// CHECK-NEXT:     affine.load %[[A]]
// CHECK:          affine.store %{{.*}}, %[[A]]
// CHECK:      parallel = true
// CHECK-NEXT: parallel = true
// CHECK-NEXT: return
func.func @clear(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %s: memref<?xf32> {polymem.shape = ["M"]}, %q: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %half = arith.addf %a, %a : f32
      affine.store %half, %A[%i, %j] : memref<?x?xf32>
      %s0 = affine.load %s[%j] : memref<?xf32>
      %s1 = arith.addf %s0, %a : f32
      affine.store %s1, %s[%j] : memref<?xf32>
      %q0 = affine.load %q[%i] : memref<?xf32>
      %q1 = arith.addf %q0, %a : f32
      affine.store %q1, %q[%i] : memref<?xf32>
    }
  }
  return
}
