// With `strict`, that nothing is promoted is an error with the reasons; with
// `promote-all`, that anything is left.

// RUN: not polymem-opt %s --scratch-promote=strict -split-input-file -o /dev/null 2>&1 | FileCheck %s
// RUN: not polymem-opt %s --scratch-promote="strict promote-all capacity=64" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL

// CHECK: :[[#@LINE+10]]:3: error: scratch-promote: nothing is promoted here: arg0 stays in global memory: {{.*}}reuse{{.*}}; arg1 stays in global memory: {{.*}}reuse
// CHECK-NOT: error
// CHECK: error: scratch-promote: the function has no scratch.tile
// CHECK-NOT: error
// ALL: error: scratch-promote: arg0 stays in global memory: {{.*}}64
// ALL: error: scratch-promote: the function has no scratch.tile
func.func @no_reuse(%A: memref<64xf32>, %B: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
    affine.for %ii = affine_map<()[s0] -> (s0)>()[%i] to affine_map<()[s0] -> (s0 + 32)>()[%i] {
      %x = affine.load %A[%ii] : memref<64xf32>
      affine.store %x, %B[%ii] : memref<64xf32>
    }
  }
  return
}

// -----

func.func @no_tile(%A: memref<64xf32>) {
  return
}
