// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=8,8 block-sizes=0,64" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks

// CHECK: remark: [Missed] NoBlockLoop {{.*}}no parallel loop of the band has a block size
func.func @rows(%A: memref<?x?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    affine.for %j = 1 to %N {
      %a = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
