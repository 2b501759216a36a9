// RUN: polymem-opt %s --polymem-expand-arrays --polymem-schedule=level-tile=8 | FileCheck %s
// RUN: polymem-opt %s --polymem-expand-arrays --polymem-schedule=level-tile=8 --remarks-filter=polymem-schedule --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Shortest paths, with versions of rows and columns: no band of several loops is permutable, for what is
// left of column k needs it as what is to the right does. Tiles are places in the array. For eight steps
// the tile on the diagonal comes first, then its row and its column, as nests of their own, then what
// needs both: a product of matrices, whose eight steps are an innermost loop.

// REMARK: remark: [Passed] Leveled {{.*}} Levels=3
// REMARK-SAME: a sequential loop is cut into tiles of 8 iterations, and what is in one is executed in 3 levels

// CHECK-DAG: #[[SAME:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 8)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<(d0) -> (d0 + 7)>
// CHECK-DAG: #[[END:.*]] = affine_map<(d0)[s0] -> (s0, d0 + 8)>
// CHECK-LABEL: func.func @paths
// CHECK: affine.for %[[T:.*]] = 0 to %[[N:.*]] step 8 {
// CHECK-NEXT: affine.for %[[K:.*]] = #[[SAME]](%[[T]]) to min #[[END]](%[[T]])[%[[N]]] {
// CHECK-NEXT: affine.for %{{.*}} = #[[SAME]](%[[T]]) to min #[[END]](%[[T]])[%[[N]]] {
// The column, and the row.
// CHECK: affine.for %{{.*}} = #[[SAME]](%[[T]]) to #[[LAST]](%[[T]]) {
// CHECK: affine.for %{{.*}} = #[[SAME]](%[[T]]) to #[[LAST]](%[[T]]) {
// CHECK-NEXT: affine.for %{{.*}} = #[[NEXT]](%[[T]]) to %[[N]] {
// To the right of the tile on the diagonal, above it, and below it:
// CHECK: affine.for %{{.*}} = 0 to #[[SAME]](%[[T]]) {
// CHECK-NEXT: affine.for %{{.*}} = #[[NEXT]](%[[T]]) to %[[N]] {
// CHECK: affine.for %[[I:.*]] = #[[NEXT]](%[[T]]) to %[[N]] {
// CHECK-NEXT: affine.for %[[J:.*]] = #[[NEXT]](%[[T]]) to %[[N]] {
// CHECK-NEXT: affine.for %[[K:.*]] = #[[SAME]](%[[T]]) to #[[NEXT]](%[[T]]) {
// CHECK-NEXT: affine.load %[[P:.*]][%[[I]], %[[J]]]
// CHECK-NEXT: affine.load %{{.*}}[%[[K]], %[[I]]]
// CHECK-NEXT: affine.load %{{.*}}[%[[K]], %[[J]]]
// CHECK: affine.store %{{.*}}, %[[P]][%[[I]], %[[J]]]
// CHECK-NEXT: } {scratch.loop = #scratch.loop<band = {{[0-9]+}}, member = 2, permutable = true>}
// CHECK-NEXT: } {scratch.loop = #scratch.loop<band = {{[0-9]+}}, member = 1, permutable = true, parallel = true>}
// CHECK-NEXT: } {scratch.loop = #scratch.loop<band = {{[0-9]+}}, member = 0, permutable = true, parallel = true>}
func.func @paths(%path: memref<?x?xi32> {polymem.shape = ["N", "N"]}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %direct = affine.load %path[%i, %j] : memref<?x?xi32>
        %first = affine.load %path[%i, %k] : memref<?x?xi32>
        %second = affine.load %path[%k, %j] : memref<?x?xi32>
        %through = arith.addi %first, %second : i32
        %next = arith.minsi %direct, %through : i32
        affine.store %next, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
