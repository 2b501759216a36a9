// The diamonds are along the first dimension in which dependences reach a bounded
// number of elements, and some: others are left whole, or cut in parts.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=diamonds sizes=8,16" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: polymem-opt %s --polymem-time-tile="sizes=8" --remarks-filter=polymem-time-tile --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEFAULT

// DEFAULT: Function=row_0 {{.*}}diamonds of 32 steps and 32 elements along dimension 1"

// All rows need row 0: the size for the first dimension is not used.
// REMARK-DAG: Tiled {{.*}}Function=row_0 {{.*}}tiled in time: 2 steps per iteration, diamonds of 16 steps and 16 elements along dimension 1"
// CHECK-LABEL: @row_0(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-NEXT: affine.for
// CHECK-COUNT-2: scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NOT: scratch.tile
func.func @row_0(%T: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %m {
        %a = affine.load %A[0, %j - 1] : memref<?x?xf32>
        %b = affine.load %A[0, %j + 1] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %m {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// Rows that do not depend on each other.
// REMARK-DAG: Tiled {{.*}}Function=only_second {{.*}}tiled in time: 2 steps per iteration, diamonds of 16 steps and 16 elements along dimension 1, parts of 8 along 0"
// CHECK-LABEL: @only_second(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile {{.*}} step (%{{.+}}) {
// CHECK-NEXT: affine.for
// CHECK-COUNT-2: scratch.tile {{.*}} mapping [#gpu.thread<y>, #gpu.thread<x>]
// CHECK-NOT: scratch.tile
func.func @only_second(%T: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %m {
        %a = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %b = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 0 to %n {
      affine.for %j = 1 to %m {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}

// A dimension in which the place varies with time only is none of space.
// REMARK-DAG: Tiled {{.*}}Function=history {{.*}}tiled in time: 1 steps per iteration, diamonds of 8 steps and 8 elements along dimension 0"
// CHECK-LABEL: @history(
// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK-NEXT: affine.for
// CHECK: scratch.tile {{.*}} mapping [#gpu.thread<x>]
// CHECK-NOT: scratch.tile
func.func @history(%T: index, %A: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t, %i + 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%t + 1, %i] : memref<?x?xf32>
    }
  }
  return
}
