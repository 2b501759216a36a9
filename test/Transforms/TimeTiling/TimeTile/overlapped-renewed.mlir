// What each iteration writes before it reads it has no second copy: only what is
// never written is copied in, and only the block with the last iteration copies
// out. An array of which an iteration leaves something out is not renewed.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped sizes=16 steps=4" | FileCheck %s
// RUN: polymem-opt %s --polymem-mark-origin --polymem-time-tile="mapping=gpu shape=overlapped sizes=16 steps=4" --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED

// PROVED: check @both
// PROVED-NOT: {{not decided|VIOLATED}}
// PROVED: check @not_all
// PROVED-NOT: {{not decided|VIOLATED}}
// PROVED: check @not_first
// PROVED-NOT: {{not decided|VIOLATED}}

// B[0] and B[n] are read and never written.
// CHECK-DAG: #[[EDGES0:.+]] = affine_set<(d0)[{{.*}}] : (d0 - s3 == 0
// CHECK-DAG: #[[EDGES1:.+]] = affine_set<(d0)[{{.*}}] : (d0 == 0, s1
// T - 1 is one of 8 w, ..., 8 w + 3, or of 8 w + 4, ..., 8 w + 7.
// CHECK-DAG: #[[LAST:.+]] = affine_set<(d0)[{{.*}}] : ({{.*}}s0 * 8 - s2 + 4 >= 0, s0 * -8 + s2 - 1 >= 0
// CHECK-DAG: #[[LAST_NEXT:.+]] = affine_set<(d0)[{{.*}}] : ({{.*}}s0 * 8 - s2 + 8 >= 0, s0 * -8 + s2 - 5 >= 0

// CHECK-LABEL: @both(
// CHECK-SAME: memref<?xf32>, %[[B:.+]]: memref<?xf32>
// CHECK: %[[A2:.+]] = memref.alloc
// CHECK-NOT: memref.alloc
// CHECK: mapping [#gpu.block<x>]
// CHECK: scratch.copy_in %[[B]] to %[[BUFFER:.+]] over [#[[EDGES0]], #[[EDGES1]]]
// CHECK: scratch.copy_out %[[BUFFER]] to %[[B]] over [#[[LAST]]]
// CHECK: mapping [#gpu.block<x>]
// CHECK: scratch.copy_in %[[B]] to %[[BUFFER:.+]] over [#[[EDGES0]], #[[EDGES1]]]
// CHECK: scratch.copy_out %[[BUFFER]] to %[[B]] over [#[[LAST_NEXT]]]
func.func @both(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i] : memref<?xf32>
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

// The first iteration leaves B as it is.
// CHECK-LABEL: @not_all(
// CHECK-COUNT-2: memref.alloc
func.func @not_all(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%t) {
        %a = affine.load %A[%i] : memref<?xf32>
        affine.store %a, %B[%i] : memref<?xf32>
      }
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

// Both are read before they are written.
// CHECK-LABEL: @not_first(
// CHECK-COUNT-2: memref.alloc
func.func @not_first(%T: index, %A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i] : memref<?xf32>
      %b = affine.load %B[%i] : memref<?xf32>
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
