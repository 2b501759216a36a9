// What is before what as a relation between instances of statements.

// DEFINE: %{order} =
// DEFINE: %{print} = polymem-opt %s -o /dev/null --pass-pipeline='builtin.module(func.func(polymem-print-array-storage{assume=arg1=10 order="%{order}"}))' 2>&1
// Rows follow each other; of the points of a row it is not known which is first: two rows.
// REDEFINE: %{order} = { S0[i] -> S1[k, l]; S0[i] -> S2[k]; S1[i, j] -> S2[k]; S1[i, j] -> S1[k, l] : i < k }
// RUN: %{print} | FileCheck %s --check-prefix=ROWS
// ROWS: mem0: {{.*}}, 2*arg1 - 1 cells
// ROWS-NEXT: mem0: 19 cells where arg1 = 10
// Points of a row follow each other, too: a row.
// REDEFINE: %{order} = { S0[i] -> S1[k, l]; S0[i] -> S2[k]; S1[i, j] -> S2[k]; S1[i, j] -> S1[k, l] : i < k or (i = k and j < l) }
// RUN: %{print} | FileCheck %s --check-prefix=POINTS
// POINTS: mem0: (-i0 + i1) mod arg1, arg1 cells
// POINTS: mem0: at least arg1 cells where arg1 >= {{[0-9]+}}
// Nothing is known: all elements that are written are needed at once, n in the first row and n - 2 in others.
// REDEFINE: %{order} = { }
// RUN: %{print} | FileCheck %s --check-prefix=NONE
// NONE: mem0: 91 cells where arg1 = 10
// NONE-NEXT: mem0: at least arg1*arg1 - 2*arg1 + 2 cells where arg1 >= {{[0-9]+}}

func.func @rows(%out: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %A = memref.alloc(%n, %n) : memref<?x?xf32>
  affine.for %j = 0 to %n {
    affine.store %zero, %A[0, %j] : memref<?x?xf32>
  }
  affine.for %i = 1 to %n {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %0 = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
      %1 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %j = 0 to %n {
    %0 = affine.load %A[symbol(%n) - 1, %j] : memref<?x?xf32>
    affine.store %0, %out[%j] : memref<?xf32>
  }
  return
}
