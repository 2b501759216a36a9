// Subscripts with the same values in another order are compared as sums: one element is forwarded, its
// neighbour is another one.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-reuse-loads))' | FileCheck %s

// CHECK-LABEL: func.func @same(
// CHECK:         affine.store
// CHECK-NOT:     affine.load
// CHECK:         return
func.func @same(%x: f32, %A: memref<64xf32>, %i: index, %j: index) -> f32 {
  affine.store %x, %A[symbol(%i) + symbol(%j) * 3] : memref<64xf32>
  %v = affine.load %A[symbol(%j) * 3 + symbol(%i)] : memref<64xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @next(
// CHECK:         affine.store
// CHECK:         %[[V:.*]] = affine.load
// CHECK:         return %[[V]]
func.func @next(%x: f32, %A: memref<64xf32>, %i: index, %j: index) -> f32 {
  affine.store %x, %A[symbol(%i) + symbol(%j) * 3] : memref<64xf32>
  %v = affine.load %A[symbol(%j) * 3 + symbol(%i) + 1] : memref<64xf32>
  return %v : f32
}
