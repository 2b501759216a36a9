// Loops that are not cut: what grows is read from global memory.
//
// RUN: polymem-opt %s --split-input-file --scratch-promote="fit=global" --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s
// CHECK-NOT: Strips
// CHECK-COUNT-4: GrowsWithSizes
// CHECK-NOT: {{Strips|GrowsWithSizes}}

// Statements beside the loop.
func.func @beside(%A: memref<?xf32>, %y: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 256)>()[%n, %i]
    scratch.tile (%ii) = (%i) to (%0) step (%c1) mapping [#gpu.thread<x>] {
      affine.store %zero, %y[%ii] : memref<?xf32>
      affine.for %k = 0 to %m {
        %a = affine.load %A[%k] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// A loop around it that is executed several times: strips would come before its iterations.
func.func @around(%A: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 256)>()[%n, %i]
    scratch.tile (%ii) = (%i) to (%0) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %t = 0 to 5 {
        affine.for %k = 0 to %m {
          %a = affine.load %A[%k] : memref<?xf32>
        }
      }
    }
  }
  return
}

// -----

// Bounds that differ between threads.
func.func @bounds(%A: memref<?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 256)>()[%n, %i]
    scratch.tile (%ii) = (%i) to (%0) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %k = 0 to affine_map<()[s0] -> (s0)>()[%ii] {
        %a = affine.load %A[%k] : memref<?xf32>
      }
    }
  }
  return
}

// -----

// The end of the tile is used elsewhere: it must not move.
func.func @ends(%A: memref<?x?xf32>, %n: index, %m: index, %l: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c256 = arith.constant 256 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1 + 256)>()[%n, %i]
    scratch.tile (%t) = (%c0) to (%m) step (%c32) {
      scratch.tile (%ii) = (%i) to (%0) step (%c1) mapping [#gpu.thread<x>] {
        affine.for %u = %t to min affine_map<()[s0, s1] -> (s0, s1 + 32)>()[%m, %t] {
          affine.for %v = 0 to %l {
            affine.if affine_set<(u)[t] : (t + 30 - u >= 0)>(%u)[%t] {
              %a = affine.load %A[%u, %v] : memref<?x?xf32>
            }
          }
        }
      }
    }
  }
  return
}
