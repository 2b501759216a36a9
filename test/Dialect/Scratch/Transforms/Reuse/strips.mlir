// RUN: polymem-opt %s --scratch-promote=promote-all --scratch-reuse | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: polymem-opt %s --scratch-promote=promote-all --scratch-reuse=strip=2 | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: not polymem-opt %s --scratch-reuse=strip=0 2>&1 | FileCheck %s --check-prefix=NONE

// The last dimension of a tile is a strip: the buffer is between two tiles. With
// both it keeps what rows of tiles have in common, too.

// ONE: #[[LAYOUT:.*]] = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1 mod 10), extents = ()[s0] -> (9, 10)>
// TWO: #[[LAYOUT:.*]] = #scratch.mapping<(d0, d1) -> (d0 mod 9, d1), extents = () -> (9, 66)>
// CHECK-LABEL: func.func @grid
// ONE: scratch.tile (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// ONE-NEXT: scratch.alloc()[%[[I]]] {shared_cells} : memref<65x66xf32, #[[LAYOUT]]
// ONE-NEXT: scratch.tile (%[[J:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
// TWO: scratch.alloc() {shared_cells} : memref<65x66xf32, #[[LAYOUT]]
// TWO-NEXT: scratch.tile (%[[I:.*]], %[[J:.*]]) =
// CHECK: affine.for %{{.*}} = %[[I]] to
// CHECK: affine.for %{{.*}} = %[[J]] to
// NONE: error: scratch-reuse: strip: a strip has one dimension or more
func.func @grid(%A: memref<65x66xf32>, %B: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%ti, %tj) = (%c0, %c0) to (%c64, %c64) step (%c8, %c8) {
    affine.for %i = %ti to affine_map<(d0) -> (d0 + 8)>(%ti) {
      affine.for %j = %tj to affine_map<(d0) -> (d0 + 8)>(%tj) {
        %n = affine.load %A[%i, %j] : memref<65x66xf32>
        %s = affine.load %A[%i + 1, %j + 2] : memref<65x66xf32>
        %0 = arith.addf %n, %s : f32
        affine.store %0, %B[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
