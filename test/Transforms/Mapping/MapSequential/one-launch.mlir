// What tiling leaves on the host becomes the work of one thread of one launch.
// Executed once, a tile keeps its blocks.

// RUN: polymem-opt %s --polymem-tile="mapping=gpu" --polymem-map-sequential \
// RUN:   --remarks-filter=polymem-map-sequential --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: polymem-run %s --compare --uninterpreted --emulate --check --sizes=N=9 --sizes=N=300 \
// RUN:   --pipeline=polymem-to-emulator

// REMARK: OneBlock {{.*}}Function=f {{.*}}a launch of one block: 1 runs of sequential code, 0 tiles, 0 loops around tiles
// REMARK: OneBlock
// REMARK-NOT: remark

// CHECK-LABEL: @f
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NEXT:   scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK-NEXT:     affine.load %{{.*}}[0]
// CHECK-NEXT:     affine.store
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK:      scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK:        scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK:          arith.mulf
// CHECK:      scratch.tile (%[[B:.*]]) = (%[[C0:.*]]) to (%[[C1:.*]]) step (%[[C1]]) mapping [#gpu.block<x>] {
// CHECK-NEXT:   scratch.tile {{.*}} mapping [#gpu.thread<x>] {
// CHECK-NEXT:     affine.for
// CHECK:            arith.addf
// CHECK:     return
func.func @f(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %first = affine.load %A[0] : memref<?xf32>
  affine.store %first, %A[1] : memref<?xf32>
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
  }
  affine.for %i = 1 to %N {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %y = affine.load %A[%i] : memref<?xf32>
    %z = arith.addf %x, %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
