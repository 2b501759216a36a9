// A sum that one thread has to add up is cut into tiles of one block, which run one after another on one
// thread: four iterations for each of the block's threads. Without the option, or with sizes, it is refused as
// before.
//
// RUN: polymem-opt %s --polymem-tile="mapping=gpu chains" | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="mapping=gpu" | FileCheck %s --check-prefix=OFF
// RUN: polymem-opt %s --polymem-tile="mapping=gpu chains sizes=8" | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: func.func @dot
// CHECK-SAME: (%{{[a-z0-9]+}}: memref<?xf32>, %{{[a-z0-9]+}}: memref<?xf32>, %[[R:[a-z0-9]+]]: memref<f32>
// CHECK-DAG: %[[C1024:.*]] = arith.constant 1024 : index
// CHECK:         scratch.tile (%{{.*}}) = (%{{.*}}) to (%[[C1:.*]]) step (%[[C1]]) mapping [#gpu.block<x>] attributes {polymem.block_threads = array<i64: 256, 1, 1>} {
// CHECK:           scratch.tile (%[[J:.*]]) = (%{{.*}}) to (%{{.*}}) step (%[[C1024]]) {
// CHECK:             scratch.tile (%{{.*}}) = (%{{.*}}) to (%[[D1:.*]]) step (%[[D1]]) mapping [#gpu.thread<x>] {
// CHECK-NEXT:          affine.for %[[I:.*]] = %[[J]] to min
// CHECK-NEXT:            affine.load %{{.*}}[%[[I]]]
// CHECK:                 affine.store %{{.*}}, %[[R]][]
// OFF-LABEL: func.func @dot
// OFF-NOT: scratch.tile
func.func @dot(%a: memref<?xf32>, %b: memref<?xf32>, %r: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf32>
    %y = affine.load %b[%i] : memref<?xf32>
    %p = arith.mulf %x, %y : f32
    %s = affine.load %r[] : memref<f32>
    %t = arith.addf %s, %p : f32
    affine.store %t, %r[] : memref<f32>
  }
  return
}
