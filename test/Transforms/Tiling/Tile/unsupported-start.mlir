// RUN: polymem-opt %s --polymem-tile="sizes=4,4" \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// The first iteration of the inner loop in a tile is no affine expression: a
// maximum over an outer loop, and a step other than 1. Only the outer loop is
// tiled.

// REMARK: remark: [Missed] LoopNotTiled {{.*}}a step other than 1 and a lower bound that is a maximum over other loops
// CHECK-LABEL: func @start
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: scratch.tile (%{{.*}}) = (%[[C0]]) to (%{{.*}}) step (%[[C4]]) {
// CHECK: affine.for
// CHECK: affine.for %{{.*}} = max {{.*}} step 2 {
func.func @start(%A: memref<?x?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to %N {
    affine.for %j = max affine_map<(d0) -> (1, d0 - 3)>(%i) to %N step 2 {
      affine.store %c, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
