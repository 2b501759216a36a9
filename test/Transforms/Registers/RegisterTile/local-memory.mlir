// RUN: polymem-opt %s --polymem-register-tile=block-size=2 | FileCheck %s

// Memory of an iteration is that of one iteration.

// CHECK: affine.if
// CHECK: %[[A:.*]] = memref.alloca
// CHECK-NEXT: %[[B:.*]] = memref.alloca
// CHECK: affine.store %{{.*}}, %[[A]][]
// CHECK: affine.store %{{.*}}, %[[B]][]
// CHECK: else
func.func @local(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%b) = (%c0) to (%n) step (%c4) mapping [#gpu.block<x>] {
    %hi = affine.min affine_map<()[s0, s1] -> (s0 + 4, s1)>()[%b, %n]
    scratch.tile (%i) = (%b) to (%hi) step (%c1) mapping [#gpu.thread<x>] {
      %t = memref.alloca() : memref<f32>
      %first = affine.load %y[symbol(%i)] : memref<?xf32>
      affine.store %first, %t[] : memref<f32>
      affine.for %k = 0 to %n {
        %a = affine.load %x[%k] : memref<?xf32>
        %s = affine.load %t[] : memref<f32>
        %u = arith.addf %s, %a : f32
        affine.store %u, %t[] : memref<f32>
      }
      %last = affine.load %t[] : memref<f32>
      affine.store %last, %y[symbol(%i)] : memref<?xf32>
    }
  }
  return
}
