// A hull of lower rank (P1 3.1.2): dimensions that are functions of the others
// are not dimensions of the buffer. Of the diagonal A[i][2i] the shorter side
// is kept; B is touched in one row only; the subscripts stay as they were.
//
// RUN: polymem-opt %s --scratch-promote | FileCheck %s

// CHECK-DAG: #[[$DIAGONAL:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>
// CHECK-DAG: #[[$ROW:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d1 - s0), extents = ()[s0] -> (16)>
// CHECK-LABEL: func @diagonal
// CHECK: %[[LA:.*]] = scratch.alloc()[%{{.*}}] : memref<64x128xf32, #[[$DIAGONAL]],
// CHECK: %[[LB:.*]] = scratch.alloc()[%{{.*}}] : memref<8x64xf32, #[[$ROW]],
// CHECK: affine.load %[[LA]][%[[I:.*]], %[[I]] * 2]
// CHECK: affine.load %[[LB]][5, %[[I]]]

func.func @diagonal(%A: memref<64x128xf32>, %B: memref<8x64xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c16) {
    affine.for %k = 0 to 4 {
      affine.for %ii = %i to affine_map<(d0) -> (d0 + 16)>(%i) {
        %x = affine.load %A[%ii, 2 * %ii] : memref<64x128xf32>
        %y = affine.load %B[5, %ii] : memref<8x64xf32>
      }
    }
  }
  return
}
