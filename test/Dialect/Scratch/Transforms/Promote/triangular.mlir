// A triangular footprint: the copied set is the triangle, the buffer its box,
// with extents that do not depend on the tile's origin.
//
// RUN: polymem-opt %s --scratch-promote | FileCheck %s

// CHECK-DAG: #[[$BOX:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (16, 64)>
// CHECK-DAG: #[[$SET:.*]] = affine_set<(d0, d1)[s0] : (d0 - s0 >= 0, -d0 + s0 + 15 >= 0, d1 >= 0, d0 - d1 >= 0)>
// CHECK-LABEL: func @triangle
// CHECK: scratch.tile (%[[I:.*]]) =
// CHECK: scratch.alloc()[%[[I]]] : memref<64x64xf32, #[[$BOX]],
// CHECK: scratch.copy_in %{{.*}} over [#[[$SET]]](%[[I]])

func.func @triangle(%A: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c16) {
    affine.for %k = 0 to 4 {
      affine.for %ii = %i to affine_map<(d0) -> (d0 + 16)>(%i) {
        affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%ii) {
          %x = affine.load %A[%ii, %j] : memref<64x64xf32>
        }
      }
    }
  }
  return
}
