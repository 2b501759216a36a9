// In two dimensions of space, the second is cut into parts, which a tile executes
// one after the other: they lean against time, so that no part needs what a
// later one computes. A size of 0 leaves the second dimension whole.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=diamonds sizes=16,8" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=diamonds sizes=16,0" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.whole.remarks | FileCheck %s --check-prefix=WHOLE
// RUN: FileCheck %s --check-prefix=WHOLE-REMARK < %t.whole.remarks
// RUN: polymem-opt %s --polymem-time-tile --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT

// REMARK: [Passed] Tiled {{.*}}tiled in time: 2 steps per iteration, diamonds of 16 steps and 16 elements along dimension 0, parts of 8 along 1"
// WHOLE-REMARK: [Passed] Tiled {{.*}}tiled in time: 2 steps per iteration, diamonds of 16 steps and 16 elements along dimension 0"
// DEFAULT: [Passed] Tiled {{.*}}tiled in time: 2 steps per iteration, diamonds of 32 steps and 32 elements along dimension 0, parts of 32 along 1"

// A part of 8 elements starts 2 elements lower in the next iteration.
// CHECK-DAG: #[[LOWER:.+]] = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - d3 * 2)>
// CHECK-DAG: #[[UPPER:.+]] = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - d3 * 2 + 8)>
// And one in the next step.
// CHECK-DAG: #[[LOWER2:.+]] = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - (d3 * 2 + 1))>
// CHECK-DAG: #[[UPPER2:.+]] = affine_map<(d0, d1, d2, d3) -> (d2 * 8 - (d3 * 2 + 1) + 8)>

// CHECK-LABEL: @jacobi
// CHECK: affine.for %[[WAVE:.+]] = -1 to
// CHECK: scratch.tile (%[[TILE:.+]]) = {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile (%[[PART:.+]]) = {{.*}} step (%{{.+}}) {
// CHECK-NEXT: affine.for %[[TIME:.+]] =
// CHECK: %[[FROM:.+]] = affine.apply #[[LOWER]](%[[WAVE]], %[[TILE]], %[[PART]], %[[TIME]])
// CHECK: %[[TO:.+]] = affine.apply #[[UPPER]](%[[WAVE]], %[[TILE]], %[[PART]], %[[TIME]])
// CHECK: scratch.tile (%[[I:.+]], %[[J:.+]]) = (%{{.+}}, %[[FROM]]) to (%{{.+}}, %[[TO]]) step {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK: affine.store %{{.+}}, %{{.+}}[%[[I]], %[[J]]]
// CHECK: affine.apply #[[LOWER2]](%[[WAVE]], %[[TILE]], %[[PART]], %[[TIME]])
// CHECK: affine.apply #[[UPPER2]](%[[WAVE]], %[[TILE]], %[[PART]], %[[TIME]])
// CHECK: scratch.tile (%[[I2:.+]], %[[J2:.+]]) = {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK: affine.store %{{.+}}, %{{.+}}[%[[I2]], %[[J2]]]
// CHECK-NOT: scratch.tile

// WHOLE-LABEL: @jacobi
// WHOLE: scratch.tile {{.*}} mapping [#gpu.block<x>]
// WHOLE-NEXT: affine.for
// WHOLE-COUNT-2: scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// WHOLE-NOT: scratch.tile

func.func @jacobi(%T: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %m {
        %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %b = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %c = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %d = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %ab = arith.addf %a, %b : f32
        %cd = arith.addf %c, %d : f32
        %sum = arith.addf %ab, %cd : f32
        affine.store %sum, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %m {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
