// --isl-operations counts the isl work of all passes, and a budget bounds it.

// RUN: polymem-opt %s --polymem-print-scop=dependences=true --isl-operations -o /dev/null 2>&1 | FileCheck %s
// CHECK: isl operations: {{[1-9][0-9][0-9][0-9]+$}}
// RUN: polymem-opt %s --polymem-print-scop='dependences=true max-isl-operations=300' --isl-operations -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: isl operations: 300
// RUN: polymem-opt %s --isl-operations -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: isl operations: 0

func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i + 1] : memref<?xf32>
  }
  return
}
