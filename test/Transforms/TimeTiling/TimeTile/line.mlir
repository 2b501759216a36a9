// A stencil over two arrays in turn: waves of diamonds, blocks for the diamonds
// of a wave, the original loops inside, threads for the places of a step.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=16" | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="sizes=16" | FileCheck %s --check-prefix=UNMAPPED
// RUN: polymem-opt %s --polymem-time-tile="sizes=16" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: [Passed] Tiled {{.*}}Function=jacobi {{.*}}tiled in time: 2 steps per iteration, diamonds of 16 steps and 16 elements along dimension 0

// Four iterations of the time loop, eight steps, are a wave, and a tile spans two
// waves. The places of a step are between two bounds on each side; what is not
// in the array, or before the first iteration, is left out by conditions.
// CHECK-DAG: #[[LAST:.+]] = affine_map<()[s0] -> ((s0 - 1) floordiv 4 + 1)>
// CHECK-DAG: #[[FIRST_TILE:.+]] = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-DAG: #[[FROM:.+]] = affine_map<(d0, d1) -> (d0 * 4)>
// CHECK-DAG: #[[TO:.+]] = affine_map<(d0, d1) -> (d0 * 4 + 8)>
// CHECK-DAG: #[[LOWER:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16 - d2 * 2, d2 * 2 - (d0 - d1) * 16 - 15)>
// CHECK-DAG: #[[UPPER:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16 - d2 * 2 + 16, d2 * 2 - (d0 - d1) * 16 + 1)>
// CHECK-DAG: #[[LOWER2:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16 - (d2 * 2 + 1), d2 * 2 - (d0 - d1) * 16 - 14)>
// CHECK-DAG: #[[UPPER2:.+]] = affine_map<(d0, d1, d2) -> (d1 * 16 - (d2 * 2 + 1) + 16, d2 * 2 - (d0 - d1) * 16 + 2)>
// CHECK-DAG: #[[POINT:.+]] = affine_set<(d0, d1)[s0, s1] : (-d0 + s0 - 1 >= 0, d0 >= 0, -d1 + s1 - 2 >= 0, d1 - 1 >= 0)>

// CHECK-LABEL: @jacobi
// CHECK-SAME: %[[T:.+]]: index, %[[A:.+]]: memref<?xf32>, %[[B:.+]]: memref<?xf32>
// CHECK: affine.for %[[WAVE:.+]] = -1 to #[[LAST]]()[%[[T]]]
// CHECK-NEXT: %[[FIRST:.+]] = affine.apply #[[FIRST_TILE]](%[[WAVE]])
// CHECK: scratch.tile (%[[TILE:.+]]) = (%[[FIRST]]) {{.*}} mapping [#gpu.block<x>]
// CHECK-NEXT: affine.for %[[TIME:.+]] = #[[FROM]](%[[WAVE]], %[[TILE]]) to #[[TO]](%[[WAVE]], %[[TILE]]) {
// CHECK-NEXT: %[[L:.+]] = affine.max #[[LOWER]](%[[WAVE]], %[[TILE]], %[[TIME]])
// CHECK-NEXT: %[[U:.+]] = affine.min #[[UPPER]](%[[WAVE]], %[[TILE]], %[[TIME]])
// CHECK: scratch.tile (%[[I:.+]]) = (%[[L]]) to (%[[U]]) {{.*}} mapping [#gpu.thread<x>]
// CHECK-NEXT: affine.if #[[POINT]](%[[TIME]], %[[I]])[%[[T]],
// CHECK: affine.store %{{.+}}, %[[B]][%[[I]]]
// CHECK: affine.max #[[LOWER2]](%[[WAVE]], %[[TILE]], %[[TIME]])
// CHECK-NEXT: affine.min #[[UPPER2]](%[[WAVE]], %[[TILE]], %[[TIME]])
// CHECK: scratch.tile (%[[I2:.+]]) = {{.*}} mapping [#gpu.thread<x>]
// CHECK-NEXT: affine.if #[[POINT]](%[[TIME]], %[[I2]])
// CHECK: affine.store %{{.+}}, %[[A]][%[[I2]]]

// UNMAPPED: scratch.tile (%{{.+}}) = {{.*}} step (%{{.+}}) {
// UNMAPPED-NOT: scratch.tile
// UNMAPPED: affine.for
// UNMAPPED: affine.for
// UNMAPPED: affine.for

func.func @jacobi(%T: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %A[%i] : memref<?xf32>
    }
  }
  return
}
