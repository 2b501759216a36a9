// RUN: polymem-opt %s --polymem-tile="mapping=prem machine=prem-gu2023 strict" | FileCheck %s

// Operations that use each other's values share a tile, and what is between them.
// A temporary of a tile is memory of the tile.

// CHECK: #mapping = #scratch.mapping<(d0) -> (d0), extents = () -> (1)>
// CHECK-LABEL: func.func @together
// CHECK: scratch.tile
// CHECK: scratch.alloc() : memref<1xf32, #mapping>
// CHECK: affine.for {{.*}} iter_args
// CHECK: math.sqrt
// CHECK: affine.store
// CHECK-NOT: scratch.tile
// CHECK: return
func.func @together(%A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 8 iter_args(%s = %zero) -> f32 {
    %t = memref.alloca() : memref<f32>
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %t[] : memref<f32>
    %b = affine.load %t[] : memref<f32>
    %next = arith.addf %s, %b : f32
    affine.yield %next : f32
  }
  %root = math.sqrt %sum : f32
  affine.store %root, %B[0] : memref<8xf32>
  return
}

// What is too large for that goes through an array of the function.

// CHECK-LABEL: func.func @apart
// CHECK: memref.alloca() : memref<1xf32>
// CHECK: scratch.tile
// CHECK: scratch.tile
// CHECK-NOT: iter_args
func.func @apart(%A: memref<20000xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 20000 iter_args(%s = %zero) -> f32 {
    %a = affine.load %A[%i] : memref<20000xf32>
    %next = arith.addf %s, %a : f32
    affine.yield %next : f32
  }
  %root = math.sqrt %sum : f32
  affine.store %root, %B[0] : memref<8xf32>
  return
}
