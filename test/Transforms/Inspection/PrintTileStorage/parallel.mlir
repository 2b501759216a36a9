// An element is read for the last time in the row in which the element two behind it is written, by another point of
// the row. If the points of a row have no order the read may come later: with rows as tiles a cell more.

// DEFINE: %{options} =
// DEFINE: %{print} = polymem-opt %s --mlir-disable-threading -o /dev/null --remarks-filter=polymem-print-tile-storage --remark-format=emitRemark --pass-pipeline='builtin.module(func.func(polymem-print-tile-storage{sizes=1 assume=arg2=16 %{options}}))'
// REDEFINE: %{options} = schedule="{ S0[i, j] -> [i, j]; S1[i, j] -> [i, j] }"
// RUN: %{print} 2>&1 | FileCheck %s --check-prefix=ORDERED
// REDEFINE: %{options} = schedule="{ S0[i, j] -> [i, j]; S1[i, j] -> [i, j] }" parallel=1
// RUN: %{print} 2>&1 | FileCheck %s --check-prefix=PARALLEL
// Without a schedule: the loops, one of which is parallel in one function.
// REDEFINE: %{options} =
// RUN: %{print} 2>&1 | FileCheck %s --check-prefix=LOOPS
// An element is read two rows behind that in which it is written: rows have an order.
// REDEFINE: %{options} = schedule="{ S0[i, j] -> [i, j]; S1[i, j] -> [i, j] }" parallel=0
// RUN: %{print} 2>&1 | FileCheck %s --check-prefix=REFUSED --implicit-check-not=cells
// REDEFINE: %{options} = schedule="{ S0[i, j] -> [i, j]; S1[i, j] -> [i, j] }" parallel=2
// RUN: not %{print} 2>&1 | FileCheck %s --check-prefix=ERROR

// ORDERED: tiles @ordered
// ORDERED: arg0: 2 cells where
// ORDERED: tiles @parallel
// ORDERED: arg0: 2 cells where
// PARALLEL: tiles @ordered
// PARALLEL: arg0: 3 cells where
// PARALLEL: tiles @parallel
// PARALLEL: arg0: 3 cells where
// LOOPS: tiles @ordered
// LOOPS: arg0: 2 cells where
// LOOPS: tiles @parallel
// LOOPS: arg0: 3 cells where
// REFUSED: NotTileable
// ERROR: error: {{.*}}parallel: times have 2 dimensions, and no dimension 2

#first = affine_set<(d0) : (-d0 >= 0)>

func.func @ordered(%A: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 2 to %n {
    affine.for %j = 0 to 2 {
      affine.if #first(%j) {
        %0 = affine.load %A[%i - 2] : memref<?xf32>
        affine.store %0, %out[%i] : memref<?xf32>
      } else {
        affine.store %zero, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}

func.func @parallel(%A: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 2 to %n {
    affine.parallel (%j) = (0) to (2) {
      affine.if #first(%j) {
        %0 = affine.load %A[%i - 2] : memref<?xf32>
        affine.store %0, %out[%i] : memref<?xf32>
      } else {
        affine.store %zero, %A[%i] : memref<?xf32>
      }
    }
  }
  return
}
