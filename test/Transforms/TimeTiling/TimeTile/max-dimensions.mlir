// Stencils of more dimensions than asked for are left as they are.

// RUN: polymem-opt %s --polymem-time-tile="max-dimensions=1" --remarks-filter=polymem-time-tile --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-time-tile="max-dimensions=2" | FileCheck %s --check-prefix=TWO

// CHECK: NotTiled {{.*}}it has 2 dimensions of space; at most 1 are allowed
// CHECK-NOT: scratch.tile
// TWO: scratch.tile
func.func @plane(%T: index, %A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        affine.store %a, %B[%i, %j] : memref<?x?xf32>
      }
    }
    affine.for %i = 1 to %n {
      affine.for %j = 1 to %n {
        %b = affine.load %B[%i, %j] : memref<?x?xf32>
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
