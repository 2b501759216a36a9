// An access stands for those of jammed iterations: only for those of its own elements.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=16" --canonicalize | FileCheck %s

#set = affine_set<(d0)[s0] : (-d0 + s0 - 32 >= 0)>

// The elements t and t + 16 of thread t are two rounds of the loop.
// CHECK-LABEL: func @covered
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @covered(%A: memref<64xf32>, %B: memref<64xf32>, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #set(%c0)[%m] {
        affine.store %x, %A[%t] : memref<64xf32>
        affine.store %x, %A[%t + 16] : memref<64xf32>
      } else {
        scratch.tile (%r) = (%t) to (%c32) step (%c16) {
          affine.store %x, %A[%r] : memref<64xf32>
        }
      }
    }
    scratch.tile (%t) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %A[%t] : memref<64xf32>
      affine.store %y, %B[%t] : memref<64xf32>
    }
  }
  return
}

// The element t + 1 is the next thread's.
// CHECK-LABEL: func @shifted
// CHECK: gpu.launch
// CHECK: gpu.barrier
// CHECK: return
func.func @shifted(%A: memref<64xf32>, %B: memref<64xf32>, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #set(%c0)[%m] {
        affine.store %x, %A[%t] : memref<64xf32>
        affine.store %x, %A[%t + 1] : memref<64xf32>
      } else {
        scratch.tile (%r) = (%t) to (%c32) step (%c16) {
          affine.store %x, %A[%r] : memref<64xf32>
        }
      }
    }
    scratch.tile (%t) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %A[%t] : memref<64xf32>
      affine.store %y, %B[%t] : memref<64xf32>
    }
  }
  return
}
