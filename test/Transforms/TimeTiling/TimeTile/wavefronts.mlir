// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16,32 steps=4" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: polymem-opt %s --polymem-time-tile="sizes=16,32 steps=4" | FileCheck %s --check-prefix=NONE

// Gauss-Seidel: tiles along skewed rows, h, h + x0 and 2h + x0 + x1, and in a
// tile fronts of points that do not depend on each other. The row that is left
// out follows from the front; its bounds are a condition.

// REMARK: tiled in time: 1 steps per iteration, wavefronts of tiles of 4 steps, 16 along h + x0, 32 along 2h + x0 + x1

// CHECK-DAG: #[[FIRST:.+]] = affine_map<(d0, d1, d2) -> ((d0 - d1 - d2) * 4 + d1 * 16 + d2 * 32)>
// CHECK-DAG: #[[END:.+]] = affine_map<(d0, d1, d2) -> ((d0 - d1 - d2) * 4 + d1 * 16 + d2 * 32 + 50)>
// CHECK-DAG: #[[H:.+]] = affine_map<(d0, d1, d2) -> ((d0 - d1 - d2) * 4)>
// CHECK-DAG: #[[H_END:.+]] = affine_map<(d0, d1, d2) -> ((d0 - d1 - d2) * 4 + 4)>
// CHECK-DAG: #[[R1:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16)>
// CHECK-DAG: #[[R1_END:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16 + 16)>
// CHECK-DAG: #[[I:.+]] = affine_map<(d0, d1) -> (-d0 + d1)>
// CHECK-DAG: #[[J:.+]] = affine_map<(d0, d1, d2) -> (d0 * -2 - d1 * 2 + d2)>
// CHECK-DAG: #[[POINT:.+]] = affine_set<{{.*}} : ({{.*}}d3 * 32{{.*}}d3 * 32 + 31 >= 0)>
// CHECK-LABEL: @seidel(
// CHECK: affine.for %[[WAVE:.+]] = 0 to
// CHECK: scratch.tile (%[[F1:.+]], %[[F2:.+]]) = {{.*}} mapping [#gpu.block<y>, #gpu.block<x>] {
// CHECK-NEXT: affine.if {{.*}}(%[[F1]], %[[WAVE]], %[[F2]])
// CHECK-NEXT: affine.for %[[FRONT:.+]] = #[[FIRST]](%[[WAVE]], %[[F1]], %[[F2]]) to #[[END]](%[[WAVE]], %[[F1]], %[[F2]]) {
// CHECK-DAG: affine.apply #[[H]](%[[WAVE]], %[[F1]], %[[F2]])
// CHECK-DAG: affine.apply #[[H_END]](%[[WAVE]], %[[F1]], %[[F2]])
// CHECK-DAG: affine.apply #[[R1]](%[[WAVE]], %[[F1]], %[[F2]])
// CHECK-DAG: affine.apply #[[R1_END]](%[[WAVE]], %[[F1]], %[[F2]])
// CHECK: scratch.tile (%[[ROW0:.+]], %[[ROW1:.+]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>] {
// CHECK-NEXT: affine.if #[[POINT]](%[[ROW0]], %[[ROW1]], %[[FRONT]], %[[F2]])
// CHECK-DAG: affine.apply #[[I]](%[[ROW0]], %[[ROW1]])
// CHECK-DAG: affine.apply #[[J]](%[[ROW0]], %[[ROW1]], %[[FRONT]])
// CHECK: affine.store
// CHECK-NOT: scratch.tile

// Without threads, the rows are loops.
// NONE-LABEL: @seidel(
// NONE: affine.for
// NONE: scratch.tile {{.*}} {
// NONE-NOT: mapping
// NONE: affine.if
// NONE-COUNT-3: affine.for
// NONE: affine.if
func.func @seidel(%T: index {polymem.param = "T"}, %A: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  %M = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[M] -> (M - 1)>()[%M] {
        %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        %b = affine.load %A[%i + 1, %j + 1] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
