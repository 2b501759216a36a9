// Of a tile of several time steps the footprint is copied, as one set for each
// array and direction, whatever `movement` says: which elements hold old values
// is dozens of sets. The arms of the stencil are united before the time is
// eliminated, which needs divisions.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=8,8" --scratch-promote="memory-space=workgroup" | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=8,8" --scratch-promote="memory-space=workgroup movement=footprint" | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu sizes=8,8" --scratch-promote="memory-space=workgroup" --remarks-filter=scratch-promote --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK-DAG: Promoted {{.*}}"arg1 kept in a buffer of 9 x 16 elements
// REMARK-DAG: FootprintInstead {{.*}}"arg1: what is needed exactly is many small sets, so what is accessed is copied"
// REMARK-DAG: FootprintInstead {{.*}}"arg2: what is needed exactly

// CHECK: affine_set<{{.*}}floordiv 2
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#{{set[0-9]*}}](
// CHECK: scratch.copy_in %{{.+}} to %{{.+}} over [#{{set[0-9]*}}](
// CHECK: affine.for
// CHECK: scratch.copy_out %{{.+}} to %{{.+}} over [#{{set[0-9]*}}](
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
