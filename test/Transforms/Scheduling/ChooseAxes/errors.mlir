// Options that make no sense are errors, where there is something to choose.
// RUN: polymem-opt %s --polymem-schedule -o %t.mlir
// RUN: not polymem-opt %t.mlir --polymem-choose-axes=machine=none 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not polymem-opt %t.mlir --polymem-choose-axes=machine=cpu 2>&1 | FileCheck %s --check-prefix=NOGPU
// RUN: not polymem-opt %t.mlir --polymem-choose-axes=assume=N=-1 2>&1 | FileCheck %s --check-prefix=ASSUME

// UNKNOWN: none
// NOGPU:   error: polymem-choose-axes: machine '{{.*}}' is not a GPU, and axes are those of its threads
// ASSUME:  error: polymem-choose-axes: option 'assume' has 'N=-1'
func.func @diagonals(%A: memref<?x?xf32>, %M: index, %N: index, %c: f32) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.store %c, %A[%i + %j, %j] : memref<?x?xf32>
    }
  }
  return
}
