// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="sizes=0,0" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// CHECK: remark: [Missed] NothingToTile {{.*}}no loop of the band has a tile size
func.func @fill(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
