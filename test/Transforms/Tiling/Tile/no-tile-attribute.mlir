// RUN: polymem-opt %s --polymem-tile="sizes=8" \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// REMARK: remark: [Analysis] Excluded {{.*}}not tiled: the loop has attribute polymem.no_tile

// CHECK-LABEL: func @excluded
// CHECK-NOT: scratch.tile
// CHECK:     affine.for
// CHECK:     polymem.no_tile
// CHECK:     scratch.tile
func.func @excluded(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  } {polymem.no_tile}
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
