// The only tile of its wave has a tile of its own, where its buffers live.
// (polymem-fuzz, seed 1152921504606852106)

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped sizes=8,8 steps=2" | FileCheck %s
// RUN: polymem-run %s --emulate --compare --check-bounds --uninterpreted --check \
// RUN:   --pipeline='polymem-time-tile{mapping=gpu shape=overlapped sizes=8,8 steps=2},polymem-tile{mapping=gpu},convert-scratch-to-gpu' | FileCheck %s --check-prefix=SAME
// SAME: one: proved
// SAME: one: {{.*}}identical

// CHECK-LABEL: @one(
// CHECK-COUNT-2: scratch.tile {{.*}} mapping [#gpu.block<x>] {
// CHECK-NOT: #gpu.block
func.func @one(%A: memref<2x8x8xf32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 7 {
      affine.for %j = 1 to 7 {
        %a = affine.load %A[%t mod 2, %i - 1, %j] : memref<2x8x8xf32>
        %b = affine.load %A[%t mod 2, %i, %j + 1] : memref<2x8x8xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[(%t + 1) mod 2, %i, %j] : memref<2x8x8xf32>
      }
    }
  }
  return
}
