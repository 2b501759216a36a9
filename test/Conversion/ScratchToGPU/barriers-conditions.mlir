// What conditions in a tile say of the elements that it accesses: who accesses only others needs no barrier.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize | FileCheck %s

#first = affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>
#others = affine_set<(d0)[s0] : (d0 - s0 >= 0)>

// The first m elements, and what neighbours read of the others.
// CHECK-LABEL: func @apart
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @apart(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #first(%t)[%m] {
        affine.store %x, %A[%t] : memref<?xf32>
      }
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #others(%t)[%m] {
        %y = affine.load %A[%t + 1] : memref<?xf32>
        affine.store %y, %B[%t] : memref<?xf32>
      }
    }
  }
  return
}

// What the other side of the condition accesses is not.
// CHECK-LABEL: func @not_apart
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK: return
func.func @not_apart(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #first(%t)[%m] {
        affine.store %x, %A[%t] : memref<?xf32>
      } else {
        affine.store %x, %A[%t + 2] : memref<?xf32>
      }
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #others(%t)[%m] {
        %y = affine.load %A[%t + 1] : memref<?xf32>
        affine.store %y, %B[%t] : memref<?xf32>
      }
    }
  }
  return
}

// The store under the condition stands for the one behind it, which is of the same element: the condition is not that one's.
// CHECK-LABEL: func @twice
// CHECK: memref.store
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK: return
func.func @twice(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #first(%t)[%m] {
        affine.store %x, %A[%t] : memref<?xf32>
      }
      affine.store %y, %A[%t] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #others(%t)[%m] {
        %z = affine.load %A[%t + 1] : memref<?xf32>
        affine.store %z, %B[%t] : memref<?xf32>
      }
    }
  }
  return
}

// The store of a round under a condition stands for those of jammed iterations, which are under none of these.
// CHECK-LABEL: func @jammed
// CHECK: gpu.barrier
// CHECK: memref.load
// CHECK: return
func.func @jammed(%A: memref<64xf32>, %B: memref<64xf32>, %full: index, %m: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #others(%c0)[%full] {
        affine.store %x, %A[%t] : memref<64xf32>
        affine.store %x, %A[%t + 16] : memref<64xf32>
      } else {
        scratch.tile (%r) = (%t) to (%c32) step (%c16) {
          affine.if #first(%r)[%m] {
            affine.store %x, %A[%r] : memref<64xf32>
          }
        }
      }
    }
    scratch.tile (%t) = (%c0) to (%c16) step (%c1) mapping [#gpu.thread<x>] {
      affine.if #others(%t)[%m] {
        %y = affine.load %A[%t + 1] : memref<64xf32>
        affine.store %y, %B[%t] : memref<64xf32>
      }
    }
  }
  return
}
