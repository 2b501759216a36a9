// How far dependences reach per step, in each direction, gives the slopes of the
// diamonds: their height, and by how much the places of a tile move in a step.

// RUN: polymem-opt %s --polymem-time-tile="sizes=24" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// CHECK-DAG: #[[RIGHT:.+]] = affine_map<(d0, d1, d2) -> (d1 * 24, d2 - (d0 - d1) * 24 - 23)>
// CHECK-DAG: #[[LEFT:.+]] = affine_map<(d0, d1, d2) -> (d1 * 24 - d2, (d0 - d1) * -24 - 23)>
// CHECK-DAG: #[[TWO:.+]] = affine_map<(d0, d1, d2) -> (d1 * 24 - d2 * 2, d2 * 2 - (d0 - d1) * 24 - 23)>
// CHECK-DAG: #[[THREE_ONE:.+]] = affine_map<(d0, d1, d2) -> (d1 * 24 - d2 * 3, d2 - (d0 - d1) * 24 - 23)>
// CHECK-DAG: #[[TWO_STEPS:.+]] = affine_map<(d0, d1, d2) -> (d1 * 24 - d2, d2 - (d0 - d1) * 24 - 23)>
// CHECK-DAG: #[[STRIDED:.+]] = affine_map<(d0, d1, d2) -> (1, d0 * -24 + d1 * 24 + d2 floordiv 2 - 23, d1 * 24 + (-d2) floordiv 2)>
// CHECK-DAG: #[[SKEWED_PARTS:.+]] = affine_map<(d0, d1, d2, d3) -> (d2 * 32 - d3 * 3)>

// To higher places only: lower bounds do not move to lower ones.
// REMARK-DAG: Tiled {{.*}}Function=right {{.*}}tiled in time: 1 steps per iteration, diamonds of 48 steps and 24 elements along dimension 0"
// CHECK-LABEL: @right(
// CHECK: affine.for %[[WAVE:.+]] =
// CHECK: scratch.tile (%[[TILE:.+]]) =
// CHECK: affine.for %[[TIME:.+]] =
// CHECK: affine.for %{{.+}} = max #[[RIGHT]](%[[WAVE]], %[[TILE]], %[[TIME]])
func.func @right(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// To lower places only.
// REMARK-DAG: Tiled {{.*}}Function=left {{.*}}tiled in time: 1 steps per iteration, diamonds of 48 steps and 24 elements along dimension 0"
// CHECK-LABEL: @left(
// CHECK: affine.for %[[WAVE:.+]] =
// CHECK: scratch.tile (%[[TILE:.+]]) =
// CHECK: affine.for %[[TIME:.+]] =
// CHECK: affine.for %{{.+}} = max #[[LEFT]](%[[WAVE]], %[[TILE]], %[[TIME]])
func.func @left(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%t, %i] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// Two elements in both directions.
// REMARK-DAG: Tiled {{.*}}Function=two {{.*}}tiled in time: 1 steps per iteration, diamonds of 12 steps and 24 elements along dimension 0"
// CHECK-LABEL: @two(
// CHECK: affine.for %[[WAVE:.+]] =
// CHECK: scratch.tile (%[[TILE:.+]]) =
// CHECK: affine.for %[[TIME:.+]] =
// CHECK: affine.for %{{.+}} = max #[[TWO]](%[[WAVE]], %[[TILE]], %[[TIME]])
func.func @two(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 2 to %n {
      %a = affine.load %A[%t, %i - 2] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 2] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// Three elements down, one up.
// REMARK-DAG: Tiled {{.*}}Function=three_one {{.*}}tiled in time: 1 steps per iteration, diamonds of 12 steps and 24 elements along dimension 0"
// CHECK-LABEL: @three_one(
// CHECK: affine.for %[[WAVE:.+]] =
// CHECK: scratch.tile (%[[TILE:.+]]) =
// CHECK: affine.for %[[TIME:.+]] =
// CHECK: affine.for %{{.+}} = max #[[THREE_ONE]](%[[WAVE]], %[[TILE]], %[[TIME]])
func.func @three_one(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 3] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// Two elements in two steps are one per step.
// REMARK-DAG: Tiled {{.*}}Function=two_steps {{.*}}tiled in time: 1 steps per iteration, diamonds of 24 steps and 24 elements along dimension 0"
// CHECK-LABEL: @two_steps(
// CHECK: affine.for %[[WAVE:.+]] =
// CHECK: scratch.tile (%[[TILE:.+]]) =
// CHECK: affine.for %[[TIME:.+]] =
// CHECK: affine.for %{{.+}} = max #[[TWO_STEPS]](%[[WAVE]], %[[TILE]], %[[TIME]])
func.func @two_steps(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 1 to %T {
    affine.for %i = 2 to %n {
      %a = affine.load %A[%t - 1, %i - 2] : memref<?x?xf32>
      %b = affine.load %A[%t - 1, %i + 2] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}

// A step is an iteration, whatever the step of the loop; these loops are isl's.
// REMARK-DAG: Tiled {{.*}}Function=strided {{.*}}tiled in time: 1 steps per iteration, diamonds of 24 steps and 24 elements along dimension 0"
// CHECK-LABEL: @strided(
// CHECK: affine.for %[[WAVE:.+]] =
// CHECK: scratch.tile (%[[TILE:.+]]) =
// CHECK: affine.for %[[TIME:.+]] = max
// CHECK: affine.for %{{.+}} = max #[[STRIDED]](%[[WAVE]], %[[TILE]], %[[TIME]])
func.func @strided(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T step 2 {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 2, %i] : memref<?x?xf32>
    }
  }
  return
}

// Parts of the second dimension, whose dependences reach three elements down.
// REMARK-DAG: Tiled {{.*}}Function=skewed_parts {{.*}}tiled in time: 1 steps per iteration, diamonds of 24 steps and 24 elements along dimension 0, parts of 32 along 1"
// CHECK-LABEL: @skewed_parts(
// CHECK: affine.for %[[WAVE:.+]] =
// CHECK: scratch.tile (%[[TILE:.+]]) =
// CHECK: scratch.tile (%[[PART:.+]]) =
// CHECK: affine.for %[[TIME:.+]] =
// CHECK: affine.for %{{.+}} = #[[SKEWED_PARTS]](%[[WAVE]], %[[TILE]], %[[PART]], %[[TIME]])
func.func @skewed_parts(%T: index, %A: memref<?x?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 2 to %n {
      affine.for %j = 0 to %n {
        %a = affine.load %A[%t, %i - 1, %j] : memref<?x?x?xf32>
        %b = affine.load %A[%t, %i + 1, %j + 3] : memref<?x?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%t + 1, %i, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}

// So it is with two steps per iteration.
// REMARK-DAG: Tiled {{.*}}Function=strided_pair {{.*}}tiled in time: 2 steps per iteration, diamonds of 24 steps and 24 elements along dimension 0"
// CHECK-LABEL: @strided_pair(
// CHECK: affine.for %{{.+}} = max {{.*}} step 3 {
func.func @strided_pair(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %t = 1 to %T step 3 {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %n {
      %a = affine.load %B[%i - 1] : memref<?xf32>
      %b = affine.load %B[%i + 1] : memref<?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i] : memref<?xf32>
    }
  }
  return
}
