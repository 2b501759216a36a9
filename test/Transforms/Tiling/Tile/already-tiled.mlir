// RUN: polymem-opt %s --polymem-tile="sizes=8" -o %t.once
// RUN: polymem-opt %s --polymem-tile="sizes=8" --polymem-tile="sizes=4" -o %t.twice \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.once %t.twice
// RUN: FileCheck %s --input-file=%t.remarks

// What holds tiles is not tiled again: neither the points nor the time loop.

// CHECK: remark: [Analysis] AlreadyTiled {{.*}}not tiled: the nest holds tiles already
func.func @twice(%A: memref<?xf32>, %B: memref<?xf32>, %T: index, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %N {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to %N {
      %b = affine.load %B[%i] : memref<?xf32>
      affine.store %b, %A[%i] : memref<?xf32>
    }
  }
  return
}
