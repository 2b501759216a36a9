// RUN: polymem-opt %s --scratch-promote=promote-all --scratch-reuse=strip=2 | FileCheck %s
// RUN: polymem-opt %s --scratch-promote=promote-all --scratch-reuse=strip=3 | FileCheck %s --check-prefix=SPLIT

// Tiles that are directly in the body of another one are a strip together with
// it: the buffer is outside of both.

// CHECK: #[[LAYOUT:.*]] = #scratch.mapping<(d0, d1) -> (d0 mod 10, d1), extents = () -> (10, 66)>
// CHECK-LABEL: func.func @nested
// CHECK: %[[B:.*]] = scratch.alloc() {shared_cells} : memref<66x66xf32, #[[LAYOUT]]
// CHECK-NEXT: scratch.tile (%[[I:.*]]) =
// CHECK: scratch.tile (%[[J:.*]]) =
// CHECK: scratch.copy_in %{{.*}} to %[[B]] over {{.*}}(%[[I]], %[[J]])
func.func @nested(%A: memref<66x66xf32>, %B: memref<64x64xf32>, %C: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%ti) = (%c0) to (%c64) step (%c8) {
    affine.store %x, %C[symbol(%ti) floordiv 8] : memref<8xf32>
    scratch.tile (%tj) = (%c0) to (%c64) step (%c8) {
      affine.for %i = %ti to affine_map<(d0) -> (d0 + 8)>(%ti) {
        affine.for %j = %tj to affine_map<(d0) -> (d0 + 8)>(%tj) {
          %n = affine.load %A[%i, %j] : memref<66x66xf32>
          %s = affine.load %A[%i + 2, %j + 2] : memref<66x66xf32>
          %0 = arith.addf %n, %s : f32
          affine.store %0, %B[%i, %j] : memref<64x64xf32>
        }
      }
    }
  }
  return
}

// The strip is the last dimension of the outer tile, and the inner one's two.
// SPLIT-LABEL: func.func @outer_is_split
// SPLIT: scratch.tile (%[[H:.*]]) =
// SPLIT-NEXT: %[[B:.*]] = scratch.alloc()[%[[H]]] {shared_cells}
// SPLIT-NEXT: scratch.tile (%[[I:.*]]) =
// SPLIT-NEXT: scratch.tile (%[[J:.*]], %[[K:.*]]) =
// SPLIT: scratch.copy_in %{{.*}} to %[[B]] over
func.func @outer_is_split(%A: memref<4x33x32x32xf32>, %B: memref<4x32x32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%th, %ti) = (%c0, %c0) to (%c4, %c32) step (%c2, %c8) {
    scratch.tile (%tj, %tk) = (%c0, %c0) to (%c32, %c32) step (%c8, %c8) {
      affine.for %h = %th to affine_map<(d0) -> (d0 + 2)>(%th) {
        affine.for %i = %ti to affine_map<(d0) -> (d0 + 8)>(%ti) {
          affine.for %j = %tj to affine_map<(d0) -> (d0 + 8)>(%tj) {
            affine.for %k = %tk to affine_map<(d0) -> (d0 + 8)>(%tk) {
              %n = affine.load %A[%h, %i, %j, %k] : memref<4x33x32x32xf32>
              %s = affine.load %A[%h, %i + 1, %j, %k] : memref<4x33x32x32xf32>
              %0 = arith.addf %n, %s : f32
              affine.store %0, %B[%h, %i, %j, %k] : memref<4x32x32x32xf32>
            }
          }
        }
      }
    }
  }
  return
}
