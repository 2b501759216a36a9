// What a copy computes of elements is computed of vectors: factors from outside are broadcast.
//
// RUN: polymem-opt %s --convert-scratch-to-gpu=block-size=32,8 | FileCheck %s

// CHECK-LABEL: func.func @products
// CHECK-SAME: (%[[ARG0:[a-z0-9]+]]: f32, %[[A:[a-z0-9]+]]: memref<?x64xf32>
// CHECK: %[[V:.*]] = vector.load %[[A]]
// CHECK-NEXT: %[[F:.*]] = vector.broadcast %[[ARG0]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[F]], %[[V]] : vector<4xf32>
// CHECK-NEXT: vector.store %[[P]]
// CHECK: memref.load %[[A]]
// CHECK-NEXT: arith.mulf %[[ARG0]], %{{.*}} : f32

#w = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 64)>
#set = affine_set<(d0, d1)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0, -d0 + s1 - 1 >= 0, d1 >= 0, -d1 + 63 >= 0)>
func.func @products(%f: f32, %A: memref<?x64xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?x64xf32, #box, #w>
    scratch.copy_in %A to %b over [#set](%i, %n) : memref<?x64xf32> to memref<?x64xf32, #box, #w> computing {
    ^bb0(%x: f32):
      %z = arith.mulf %f, %x : f32
      scratch.element %z : f32
    }
    %end = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
    scratch.tile (%ii) = (%i) to (%end) step (%c1) mapping [#gpu.thread<x>] {
      affine.for %j = 0 to 64 {
        %x = affine.load %b[symbol(%ii), %j] : memref<?x64xf32, #box, #w>
        affine.store %x, %y[symbol(%ii)] : memref<?xf32>
      }
    }
  }
  return
}
