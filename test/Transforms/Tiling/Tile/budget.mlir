// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="sizes=8 max-isl-operations=10" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// CHECK: remark: [Failure] {{.*}}Category:polymem-tile {{.*}}nest not tiled
func.func @shift(%A: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
