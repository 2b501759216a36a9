// A sequential tile whose origins are a triangle becomes two, the inner one with the exact bounds.

// RUN: polymem-opt %s --scratch-trim-tiles | FileCheck %s
// RUN: polymem-opt %s --scratch-trim-tiles --scratch-trim-tiles | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,scratch-trim-tiles,polymem-check))' \
// RUN:   --remarks-filter=polymem-check --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED

// PROVED: Proved{{.*}}Function=above
// PROVED: Proved{{.*}}Function=around

// i < j in rows of 32: j begins at the tile of i, where a tile begins.
// CHECK: #[[FROM:.*]] = affine_map<()[s0] -> (((s0 - 31) ceildiv 32) * 32 + 1, 1)>
// CHECK-LABEL: func.func @above
// CHECK: scratch.tile (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// CHECK-NEXT:   %[[FIRST:.*]] = affine.max #[[FROM]]()[%[[I]]]
// CHECK:   scratch.tile (%{{.*}}) = (%[[FIRST]]) to (%{{.*}}) step (%{{.*}}) {
func.func @above(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c1) to (%n, %n) step (%c32, %c32) {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n] {
      affine.for %jj = max affine_map<(d0)[s0] -> (d0 + 1, s0)>(%ii)[%j] to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%j, %n] {
        affine.store %x, %A[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}

// j <= i: the last tile is that of i; with the step of a variable only the end is known.
// CHECK-LABEL: func.func @below
// CHECK-SAME: %{{.*}}, %[[S:.*]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: scratch.tile (%[[I:.*]]) =
// CHECK:   %[[END:.*]] = affine.min #{{.*}}()[%[[I]], %{{.*}}]
// CHECK:   scratch.tile (%{{.*}}) = (%[[C0]]) to (%[[END]]) step (%[[S]]) {
func.func @below(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}, %s: index {polymem.param = "s"}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  scratch.tile (%i, %j) = (%c0, %c0) to (%n, %n) step (%c32, %s) {
    affine.for %ii = %i to min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n] {
      affine.for %jj = %j to min affine_map<(d0)[s0, s1] -> (s0 + s1, d0 + 1)>(%ii)[%j, %s] {
        affine.store %x, %A[%ii, %jj] : memref<?x?xf32>
      }
    }
  }
  return
}

// Bounds by what is around: no new tile.
// CHECK-LABEL: func.func @around
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: affine.for %[[T:.*]] = 0 to 9
// CHECK:   %[[LAST:.*]] = affine.min #{{.*}}(%[[T]])[%{{.*}}]
// CHECK:   scratch.tile (%{{.*}}) = (%[[C0]]) to (%[[LAST]]) step (%[[C4]]) {
func.func @around(%A: memref<?xf32> {polymem.shape = ["N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %t = 0 to 9 {
    scratch.tile (%i) = (%c0) to (%n) step (%c4) {
      affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + 4, s1, s2)>()[%i, %n, %t] {
        affine.store %x, %A[%ii] : memref<?xf32>
      }
    }
  }
  return
}
