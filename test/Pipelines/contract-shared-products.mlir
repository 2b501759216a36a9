// RUN: polymem-opt %s --polymem-to-ptx | FileCheck %s --implicit-check-not=fma.rn

// A product with two uses is rounded twice on every target: back ends, which
// would compute it twice, do not see that they may.

// CHECK: mul.rn.f32
// CHECK: add.rn.f32

func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %p = arith.mulf %a, %x fastmath<contract> : f32
    %s = arith.addf %b, %p fastmath<contract> : f32
    affine.store %s, %B[%i] : memref<?xf32>
    affine.store %p, %A[%i] : memref<?xf32>
  }
  return
}
