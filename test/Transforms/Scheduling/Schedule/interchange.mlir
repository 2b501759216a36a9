// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// The loop over j carries nothing: it goes outside, where it is parallel.

// REMARK: Scheduled | {{.*}}Function=columns | {{.*}}Remark="1 statements in 1 bands of 2 loops, 1 of them parallel"
// CHECK-LABEL: func @columns
// CHECK: affine.for %[[J:.*]] = 0 to %{{.*}} {
// CHECK-NEXT: affine.for %[[I:.*]] = 1 to %{{.*}} {
// CHECK: affine.load %{{.*}}[%[[I]] - 1, %[[J]]]
// CHECK: affine.store %{{.*}}[%[[I]], %[[J]]]
// CHECK: } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true>}
// CHECK: } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
func.func @columns(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
