// RUN: polymem-opt %s --polymem-from-linalg -o %t.mlir
// RUN: polymem-run %t.mlir --entry=by_hand --against=mlp --compare --uninterpreted
// RUN: polymem-run %t.mlir --entry=mlp --compare --uninterpreted --emulate --pipeline=polymem-to-emulator

// linalg on tensors computes what loops on arrays do.
func.func @mlp(%A: tensor<6x5xf32>, %W: tensor<5x4xf32>) -> tensor<6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %x = linalg.matmul ins(%A, %W : tensor<6x5xf32>, tensor<5x4xf32>) outs(%f : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %x : tensor<6x4xf32>
}
func.func @by_hand(%A: memref<6x5xf32>, %W: memref<5x4xf32>, %R: memref<6x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      %x = affine.for %k = 0 to 5 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<6x5xf32>
        %w = affine.load %W[%k, %j] : memref<5x4xf32>
        %p = arith.mulf %a, %w : f32
        %t = arith.addf %s, %p : f32
        affine.yield %t : f32
      }
      affine.store %x, %R[%i, %j] : memref<6x4xf32>
    }
  }
  return
}
