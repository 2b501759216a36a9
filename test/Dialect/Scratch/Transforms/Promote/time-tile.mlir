// Into a tile of several time steps what a few inequalities allow is copied, as
// one set for each array, whatever `movement` says but a box: which elements hold
// old values is dozens of sets, and which are read takes dozens of inequalities
// with roundings. What is copied out is what is written.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=8,8" --scratch-promote="memory-space=workgroup" | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=8,8" --scratch-promote="memory-space=workgroup movement=footprint" | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=8,8" --scratch-promote="memory-space=workgroup" --remarks-filter=scratch-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK-DAG: Promoted {{.*}}"arg1 kept in a buffer of 9 x 17 elements, 612 bytes; copies 113 in, 74 out per tile
// REMARK-DAG: BoundsInstead {{.*}}"arg1: what is read takes roundings or
// REMARK-DAG: BoundsInstead {{.*}}"arg2: what is read takes roundings or

// 14 inequalities without a rounding: two sides in each direction, where the time ends, and the
// array.
// CHECK: #[[IN:.+]] = affine_set<(d0, d1)[s0, s1, s2, s3, s4, s5] : ({{([-+*ds0-9 ]+ >= 0, ){13}[-+*ds0-9 ]+ >= 0}})>
// CHECK: #[[OUT:.+]] = affine_set<(d0, d1)[{{.*}}floordiv 2
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#[[IN]]](
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#{{set[0-9]*}}](
// CHECK: affine.for
// CHECK: scratch.copy_out %{{.+}} to %{{.+}} over [#[[OUT]]](
// CHECK: scratch.copy_out %{{.+}} to %{{.+}} over [#{{set[0-9]*}}](
func.func @jacobi(%T: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
        %b = affine.load %A[%i + 1, %j] : memref<?x?xf32>
        %c = affine.load %A[%i, %j - 1] : memref<?x?xf32>
        %d = affine.load %A[%i, %j + 1] : memref<?x?xf32>
        %e = affine.load %A[%i, %j] : memref<?x?xf32>
        %ab = arith.addf %a, %b : f32
        %cd = arith.addf %c, %d : f32
        %abcd = arith.addf %ab, %cd : f32
        %sum = arith.addf %abcd, %e : f32
        affine.store %sum, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
      affine.for %j = 1 to affine_map<()[N] -> (N - 1)>()[%N] {
        %a = affine.load %B[%i - 1, %j] : memref<?x?xf32>
        %b = affine.load %B[%i + 1, %j] : memref<?x?xf32>
        %c = affine.load %B[%i, %j - 1] : memref<?x?xf32>
        %d = affine.load %B[%i, %j + 1] : memref<?x?xf32>
        %e = affine.load %B[%i, %j] : memref<?x?xf32>
        %ab = arith.addf %a, %b : f32
        %cd = arith.addf %c, %d : f32
        %abcd = arith.addf %ab, %cd : f32
        %sum = arith.addf %abcd, %e : f32
        affine.store %sum, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
