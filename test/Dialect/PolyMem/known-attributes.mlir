// RUN: polymem-opt %s | FileCheck %s

// CHECK: polymem.range = [0, "M"], polymem.shape = ["N"]
func.func @all(%A: memref<?xindex> {polymem.shape = ["N"], polymem.range = [0, "M"]},
               %B: memref<8x8xf32> {polymem.dead_out},
               %N: index {polymem.param = "N"}) {
  %c = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %c, %B[%i, %j] : memref<8x8xf32>
    } {polymem.lanes}
  // CHECK: polymem.tile_sizes = [4]
  } {polymem.tile_sizes = [4]}
  affine.for %i = 0 to 8 {
    affine.store %c, %B[%i, %i] : memref<8x8xf32>
  } {polymem.no_tile}
  return
}
