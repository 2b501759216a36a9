// memory-space=private: the block is the innermost tile, a thread's, and the
// buffer is the thread's own. memory-space=default: no memory space.
//
// RUN: polymem-opt %s --scratch-promote="memory-space=private" | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="memory-space=default" | FileCheck %s --check-prefix=DEFAULT

// CHECK: scratch.tile {{.*}} mapping [#gpu.block<x>]
// CHECK: scratch.tile (%[[I:.*]]) = {{.*}} mapping [#gpu.thread<x>]
// CHECK: scratch.alloc()[%[[I]]] : memref<64xf32, #{{.*}}, #gpu.address_space<private>>
// CHECK: scratch.copy_in
// CHECK: affine.for
// CHECK: scratch.copy_out

// DEFAULT: scratch.tile {{.*}} mapping [#gpu.block<x>]
// DEFAULT: scratch.alloc()[%{{.*}}] : memref<64xf32, #{{[a-z0-9]*}}>
// DEFAULT: scratch.tile {{.*}} mapping [#gpu.thread<x>]

func.func @f(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c16) mapping [#gpu.block<x>] {
    %end = affine.min affine_map<()[s0] -> (s0 + 16)>()[%i]
    scratch.tile (%ii) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to 8 {
        %x = affine.load %A[%ii] : memref<64xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%ii] : memref<64xf32>
      }
    }
  }
  return
}
