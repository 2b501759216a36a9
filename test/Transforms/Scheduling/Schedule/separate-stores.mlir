// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule=separate=false | FileCheck %s --check-prefix=WHOLE
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: polymem-opt %s --polymem-mark-origin --polymem-schedule --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHECKED

// As one statement the two updates leave only diagonals parallel. As two, each
// has a parallel outer loop. Both have their own copy of the load they share.

// CHECKED: instances: proved
// CHECKED-NEXT: expressions: proved
// CHECKED-NEXT: dataflow: proved
// REMARK: Separated | {{.*}}Function=both_products | Remark="the stores of S0 are separate statements, so that more loops are parallel"
// REMARK: Scheduled | {{.*}} Remark="2 statements in 2 bands of 4 loops, 2 of them parallel"

// CHECK-LABEL: func @both_products
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xf32>, %[[S:[^:]+]]: memref<?xf32>, %[[Q:[^:]+]]: memref<?xf32>, %{{[^:]+}}: memref<?xf32>, %[[N:[^:]+]]: index, %[[M:[^:]+]]: index
// CHECK:      affine.for %[[J:.*]] = 0 to %[[M]] {
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to %[[N]] {
// CHECK-NOT:      %[[Q]]
// CHECK:          affine.load %[[A]][%[[I]], %[[J]]]
// CHECK:          affine.store %{{.*}}, %[[S]][%[[J]]]
// CHECK-NEXT:   } {scratch.loop = #scratch.loop<band = [[FIRST:.*]], member = 1, permutable = true>}
// CHECK-NEXT: } {scratch.loop = #scratch.loop<band = [[FIRST]], member = 0, permutable = true, parallel = true>}
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to %[[N]] {
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to %[[M]] {
// CHECK-NOT:      %[[S]]
// CHECK:          affine.load %[[A]][%[[I]], %[[J]]]
// CHECK:          affine.store %{{.*}}, %[[Q]][%[[I]]]
// CHECK-NEXT:   } {scratch.loop = #scratch.loop<band = [[SECOND:.*]], member = 1, permutable = true>}
// CHECK-NEXT: } {scratch.loop = #scratch.loop<band = [[SECOND]], member = 0, permutable = true, parallel = true>}
// CHECK-NEXT: return

// WHOLE-LABEL: func @both_products
// WHOLE-COUNT-2: affine.for
// WHOLE-NOT: affine.for
// WHOLE: return
func.func @both_products(%A: memref<?x?xf32>, %s: memref<?xf32>, %q: memref<?xf32>, %r: memref<?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %s0 = affine.load %s[%j] : memref<?xf32>
      %q0 = affine.load %q[%i] : memref<?xf32>
      %r0 = affine.load %r[%i] : memref<?xf32>
      %ra = arith.mulf %r0, %a : f32
      %s1 = arith.addf %s0, %ra : f32
      %q1 = arith.addf %q0, %a : f32
      affine.store %s1, %s[%j] : memref<?xf32>
      affine.store %q1, %q[%i] : memref<?xf32>
    }
  }
  return
}
