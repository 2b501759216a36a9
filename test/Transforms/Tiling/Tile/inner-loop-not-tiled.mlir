// RUN: polymem-opt %s --polymem-tile="sizes=8,8,8" \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// The nest is tiled, the second inner loop is not, although it has a size: the
// dependence (k, l) -> (k + 1, l - 1) runs against it.

// REMARK: remark: [Missed] LoopNotTiled {{.*}}not tiled: loop 2 of the band
// CHECK-LABEL: func @partial
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
// CHECK: scratch.tile (%[[I:.*]]) = (%[[C0]]) to (%{{.*}}) step (%[[C8]]) {
// CHECK:   affine.for
// CHECK:   scratch.tile (%[[K:.*]]) = (%[[C1]]) to (%{{.*}}) step (%[[C8]]) {
// CHECK-NEXT: affine.for %{{.*}} = %[[I]]
// CHECK-NEXT:   affine.for %{{.*}} = %[[K]]
// CHECK-NEXT:     affine.for %{{.*}} = 0 to
func.func @partial(%A: memref<?x?x?xf32>, %B: memref<?xf32>, %N: index) {
  %c = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    affine.store %c, %B[%i] : memref<?xf32>
    affine.for %k = 1 to %N {
      affine.for %l = 0 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
        %a = affine.load %A[%i, %k - 1, %l + 1] : memref<?x?x?xf32>
        affine.store %a, %A[%i, %k, %l] : memref<?x?x?xf32>
      }
    }
  }
  return
}
