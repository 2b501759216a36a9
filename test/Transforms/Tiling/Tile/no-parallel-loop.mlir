// RUN: polymem-opt %s -o %t.before
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=8" -o %t.after \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: polymem-opt %s --polymem-tile="sizes=8" | FileCheck %s --check-prefix=SEQUENTIAL

// CHECK: remark: [Missed] NoParallelLoop {{.*}}no tiled loop of the band is parallel, so none can be mapped to GPU blocks: flow dependence on arg0 from S0[i0 = 1]

// Without mapping it is tiled.
// SEQUENTIAL: %[[SIZE:.*]] = arith.constant 8 : index
// SEQUENTIAL: scratch.tile {{.*}} step (%[[SIZE]]) {
func.func @prefix_sum(%A: memref<?xf32>, %N: index) {
  affine.for %i = 1 to %N {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    %b = affine.load %A[%i] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}
