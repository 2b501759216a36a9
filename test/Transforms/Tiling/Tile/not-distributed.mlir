// RUN: polymem-opt %s --polymem-tile="sizes=4,0,4" \
// RUN:   --remarks-filter=polymem-tile --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// PPoPP'08, figure 1: the k loop of one j reads what the statement before it
// overwrites for a later j, so both stay in one loop over the points.

// REMARK: remark: [Analysis] NotDistributed {{.*}}the loops around are not distributed over the statements here
// REMARK: remark: [Passed] Tiled {{.*}}TiledLoops=1

// CHECK-LABEL: func @figure1
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C10:.*]] = arith.constant 10 : index
// CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
// CHECK:       scratch.tile (%[[I:.*]]) = (%[[C10]]) to (%[[C15]]) step (%[[C4]]) {
// CHECK:         affine.for %{{.*}} = %[[I]] to min
// CHECK:           affine.for %{{.*}} = 10 to 15 {
// CHECK:             affine.for %{{.*}} = 11 to 21 {
// CHECK-NOT: scratch.tile
func.func @figure1(%A: memref<200x200xf32>, %B: memref<200x200xf32>) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 10 to 15 {
    affine.for %j = 10 to 15 {
      %a = affine.load %A[%i + %j, %j + 1] : memref<200x200xf32>
      %m = arith.mulf %a, %three : f32
      affine.store %m, %A[%i, %j + 1] : memref<200x200xf32>
      affine.for %k = 11 to 21 {
        %x = affine.load %A[%i, %k] : memref<200x200xf32>
        %y = affine.load %B[%i + %j, %k] : memref<200x200xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %B[%i, %j + %k] : memref<200x200xf32>
      }
    }
  }
  return
}
