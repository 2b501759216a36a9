// Grids that get smaller from step to step: the launch has as many blocks as the
// largest, computed before the loop. A grid of which no bound is found gets as many as
// the machine holds.

// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-cooperative-launches{mode=always}, canonicalize, cse))' --split-input-file | FileCheck %s

// n - step - 1 rows, step >= 0: at most n - 1; columns of 32 at most (n + 31) / 32.
// CHECK-LABEL: func @triangle
// CHECK-SAME: %{{.*}}: memref<?x?xf32>, %[[N:[a-z0-9]+]]: index
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C31:.*]] = arith.constant 31 : index
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[NONE:[a-z0-9]+]] = arith.maxsi %[[N]], %[[C0]]
// CHECK: %[[MORE:[a-z0-9]+]] = arith.addi %[[NONE]], %[[C31]]
// CHECK: %[[COLUMNS:[a-z0-9]+]] = arith.divsi %[[MORE]], %[[C32]]
// CHECK: %[[ROWS:[a-z0-9]+]] = arith.subi %[[N]], %[[C1]]
// CHECK: %[[ALL:[a-z0-9]+]] = arith.muli %[[COLUMNS]], %[[ROWS]]
// CHECK: %[[SOME:[a-z0-9]+]] = arith.maxsi %[[ALL]], %[[C1]]
// CHECK: %[[BLOCKS:[a-z0-9]+]] = arith.minsi %[[SOME]], %{{.*}}
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %[[BLOCKS]],
func.func @triangle(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  scf.for %step = %c0 to %n step %c1 {
    %rest = arith.subi %n, %step : index
    %rows = arith.subi %rest, %c1 : index
    %some = arith.maxsi %rest, %c0 : index
    %more = arith.addi %some, %c31 : index
    %columns = arith.divui %more, %c32 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %columns, %gy = %rows, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
      %first = arith.muli %bx, %c32 : index
      %i = arith.addi %first, %tx : index
      %a = memref.load %A[%by, %i] : memref<?x?xf32>
      memref.store %a, %A[%step, %i] : memref<?x?xf32>
      gpu.terminator
    }
  }
  return
}

// -----

// CHECK-LABEL: func @unknown
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c{{[0-9]+}}, %{{.*}} = %[[C1]], %{{.*}} = %[[C1]])
func.func @unknown(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %step = %c0 to %n step %c1 {
    %grid = arith.muli %step, %step : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %grid, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
      %a = memref.load %A[%bx] : memref<?xf32>
      memref.store %a, %A[%step] : memref<?xf32>
      gpu.terminator
    }
  }
  return
}
