// RUN: polymem-opt %s --polymem-form-fma=contract=true | FileCheck %s

// What an operation of linalg computes is part of it.

// CHECK-LABEL: func @matmul
func.func @matmul(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4x4xf32>) {
  // CHECK: linalg.matmul
  linalg.matmul ins(%A, %B : memref<4x4xf32>, memref<4x4xf32>) outs(%C : memref<4x4xf32>)
  // CHECK: arith.mulf
  // CHECK-NEXT: arith.addf
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%A : memref<4x4xf32>) outs(%C : memref<4x4xf32>) {
  ^bb0(%a: f32, %c: f32):
    %p = arith.mulf %a, %a : f32
    %r = arith.addf %c, %p : f32
    linalg.yield %r : f32
  }
  return
}
