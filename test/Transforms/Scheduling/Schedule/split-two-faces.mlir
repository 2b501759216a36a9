// Within one k, what is read at j = k and at i = k is written there only: between these faces all
// iterations of i and j are parallel.

// RUN: polymem-opt %s --polymem-schedule | FileCheck %s
// RUN: polymem-opt %s --polymem-schedule -o /dev/null --remarks-filter-passed=polymem-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: Split {{.*}}S0 is split at i2 = i0 and i1 = i0 into 9 parts; 8 of them have loops that are parallel further out

// CHECK-DAG: #[[K:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-LABEL: func @closure
// CHECK-SAME: (%[[A:[^:]+]]: memref<?x?xi32>, %[[N:[^:]+]]: index)
// CHECK-NEXT: affine.for %[[k:.*]] = 0 to %[[N]] {
// i < k, j < k
// CHECK-NEXT:   affine.for %[[I:.*]] = 0 to #[[K]](%[[k]]) {
// CHECK-NEXT:     affine.for %[[J:.*]] = 0 to #[[K]](%[[k]]) {
// CHECK:            affine.store %{{.*}}, %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT:     } {scratch.loop = #scratch.loop<{{.*}}, member = 1, permutable = true, parallel = true>}
// CHECK-NEXT:   } {scratch.loop = #scratch.loop<{{.*}}, member = 0, permutable = true, parallel = true>}
// The faces below (k, k), in any order.
// CHECK-NEXT:   affine.for %{{.*}} = 0 to #[[K]](%[[k]]) {
// CHECK-NOT:      affine.for
// CHECK:        } {scratch.loop = {{.*}}parallel = true>}
// CHECK-NEXT:   affine.for %{{.*}} = 0 to #[[K]](%[[k]]) {
// CHECK-NOT:      affine.for
// CHECK:        } {scratch.loop = {{.*}}parallel = true>}
// (k, k)
// CHECK:        affine.store %{{.*}}, %[[A]][%[[k]], %[[k]]]
// The rest; last i > k, j > k.
// CHECK-COUNT-6: affine.for
// CHECK:        affine.for %[[I:.*]] = #[[NEXT]](%[[k]]) to %[[N]] {
// CHECK-NEXT:     affine.for %[[J:.*]] = #[[NEXT]](%[[k]]) to %[[N]] {
// CHECK:            affine.store %{{.*}}, %[[A]][%[[I]], %[[J]]]
// CHECK-NEXT:     } {scratch.loop = #scratch.loop<{{.*}}, member = 1, permutable = true, parallel = true>}
// CHECK-NEXT:   } {scratch.loop = #scratch.loop<{{.*}}, member = 0, permutable = true, parallel = true>}
// CHECK-NEXT: }
// CHECK-NOT:  affine.if
// CHECK:      return
func.func @closure(%A: memref<?x?xi32>, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%i, %j] : memref<?x?xi32>
        %b = affine.load %A[%i, %k] : memref<?x?xi32>
        %c = affine.load %A[%k, %j] : memref<?x?xi32>
        %d = arith.addi %b, %c : i32
        %e = arith.minsi %a, %d : i32
        affine.store %e, %A[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
