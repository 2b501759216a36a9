// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-mark-origin,polymem-tile{sizes=1,4,14},polymem-check{strict max-isl-operations=1000000}))' -o /dev/null

// What the original accesses of an array in three dimensions, with strides in
// each, has many parts, and the box around them has the product of their number.
// That accesses are inside is seen without it.

func.func @f(%A0: memref<?x?xi32> {polymem.shape = ["M + 8", "M + 6"]},
    %A1: memref<8x?x8xi32> {polymem.shape = ["8", "N + M + 4", "8"]},
    %A2: memref<6x4xi32>, %N: index {polymem.param = "N"}, %M: index {polymem.param = "M"}) {
  affine.for %i0 = 0 to min affine_map<()[M] -> (4, M + 1)>()[%M] step 3 {
    %v1 = affine.load %A2[%i0 + 2, %i0] : memref<6x4xi32>
    %v4 = arith.xori %v1, %v1 : i32
    affine.store %v4, %A2[%i0 + 2, %i0] : memref<6x4xi32>
    affine.for %i7 = 0 to min affine_map<()[M] -> (M, 5)>()[%M] step 2 {
      affine.for %i8 = 1 to %N step 2 {
        %v9 = affine.load %A1[0, %i0, 0] : memref<8x?x8xi32>
        %v10 = affine.load %A1[%i0 + 1, %i8 + %i0 - 1, %i0 + 2] : memref<8x?x8xi32>
        %v11 = arith.andi %v9, %v10 : i32
        affine.store %v11, %A0[%i7, %i7 + 1] : memref<?x?xi32>
      }
      %v14 = arith.muli %v4, %v4 : i32
      affine.store %v14, %A1[%i0 * 2, %i7 + 1, %i0 * 2] : memref<8x?x8xi32>
    }
  }
  return
}
