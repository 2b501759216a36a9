// RUN: polymem-opt %s -test-polymem-isl-budget -o /dev/null 2>&1 | FileCheck %s

// Whatever fails after the budget's end, and under whatever name, it is the
// budget that failed: no dependences, or coarser ones, but never missing ones.

// CHECK: {{[1-9][0-9]*}} budgets refused, {{[0-9]+}} coarse, 0 wrong
func.func @f(%A: memref<?x?xf32>, %N: index, %x: f32) {
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        affine.store %x, %A[0, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
