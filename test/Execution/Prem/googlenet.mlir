// A convolution layer, K7 P9 Q5 C3 R3 S3, with plans by hand.
//
// DEFINE: %{run} = --compare --uninterpreted --check-bounds --pipeline='polymem-tile{mapping=prem machine=prem-gu2023 strict},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-memref{reverse-mapped}'
// RUN: sed -e 's|^// 1 cores: ||' %s > %t.1.mlir && polymem-run %t.1.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 2 cores: ||' %s > %t.2.mlir && polymem-run %t.2.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 3 cores: ||' %s > %t.3.mlir && polymem-run %t.3.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 8 cores: ||' %s > %t.8.mlir && polymem-run %t.8.mlir %{run} | FileCheck %s
// CHECK: identical
// CHECK-NOT: different

// 1 cores: #layer = #prem.plan<tile = [7, 9, 5, 3, 3, 3], groups = [1, 1, 1, 1, 1, 1]>
// 2 cores: #layer = #prem.plan<tile = [2, 4, 5, 1, 3, 3], groups = [2, 1, 1, 1, 1, 1]>
// 3 cores: #layer = #prem.plan<tile = [7, 2, 3, 2, 3, 3], groups = [1, 3, 1, 1, 1, 1]>
// 8 cores: #layer = #prem.plan<tile = [1, 2, 2, 1, 2, 3], groups = [2, 2, 2, 1, 1, 1]>

func.func @googlenet(%out: memref<7x9x5xf32>, %W: memref<7x3x3x3xf32>,
                     %inp: memref<3x11x7xf32>) {
  affine.for %k = 0 to 7 {
    affine.for %p = 0 to 9 {
      affine.for %q = 0 to 5 {
        affine.for %c = 0 to 3 {
          affine.for %r = 0 to 3 {
            affine.for %s = 0 to 3 {
              %o = affine.load %out[%k, %p, %q] : memref<7x9x5xf32>
              %w = affine.load %W[%k, %c, %r, %s] : memref<7x3x3x3xf32>
              %i = affine.load %inp[%c, %p + 2 - %r, %q + 2 - %s] : memref<3x11x7xf32>
              %prod = arith.mulf %w, %i : f32
              %sum = arith.addf %o, %prod : f32
              affine.store %sum, %out[%k, %p, %q] : memref<7x9x5xf32>
            }
          }
        }
      }
    }
  } {prem.plan = #layer}
  return
}
