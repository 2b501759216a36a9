// Threads of a block that were chosen go from loops to the tile that becomes a launch, and to the
// launch; the option 'block-size' has precedence.
// RUN: polymem-opt %s --polymem-tile=mapping=gpu | FileCheck %s --check-prefix=TILE
// RUN: polymem-opt %s --polymem-tile=mapping=gpu --convert-scratch-to-gpu --canonicalize | FileCheck %s --check-prefix=LAUNCH
// RUN: polymem-opt %s --polymem-tile=mapping=gpu --convert-scratch-to-gpu=block-size=32,4 --canonicalize | FileCheck %s --check-prefix=GIVEN

// TILE:     scratch.tile {{.*}} mapping [#gpu.block<y>, #gpu.block<x>] attributes {polymem.block_threads = array<i64: 16, 8, 1>}
// TILE-NOT: polymem.
// LAUNCH-DAG: %[[C16:.*]] = arith.constant 16 : index
// LAUNCH-DAG: %[[C8:.*]] = arith.constant 8 : index
// LAUNCH-DAG: %[[C1:.*]] = arith.constant 1 : index
// LAUNCH: threads({{.*}}) in (%{{.*}} = %[[C16]], %{{.*}} = %[[C8]], %{{.*}} = %[[C1]])
// GIVEN-DAG: %[[C32:.*]] = arith.constant 32 : index
// GIVEN-DAG: %[[C4:.*]] = arith.constant 4 : index
// GIVEN-DAG: %[[C1:.*]] = arith.constant 1 : index
// GIVEN:  threads({{.*}}) in (%{{.*}} = %[[C32]], %{{.*}} = %[[C4]], %{{.*}} = %[[C1]])
func.func @add(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    } {polymem.block_threads = array<i64: 16, 8, 1>}
  } {polymem.block_threads = array<i64: 16, 8, 1>}
  return
}
