// A convolution layer, N3 K5 P4 Q3 C5 R3 S2 in steps of 2, with plans by hand.
//
// DEFINE: %{run} = --compare --uninterpreted --check-bounds --pipeline='polymem-tile{mapping=prem machine=prem-gu2023 strict},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-memref{reverse-mapped}'
// RUN: sed -e 's|^// 1 cores: ||' %s > %t.1.mlir && polymem-run %t.1.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 2 cores: ||' %s > %t.2.mlir && polymem-run %t.2.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 3 cores: ||' %s > %t.3.mlir && polymem-run %t.3.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 8 cores: ||' %s > %t.8.mlir && polymem-run %t.8.mlir %{run} | FileCheck %s
// CHECK: identical
// CHECK-NOT: different

// 1 cores: #layer = #prem.plan<tile = [1, 5, 4, 3, 5, 3, 2], groups = [1, 1, 1, 1, 1, 1, 1]>
// 2 cores: #layer = #prem.plan<tile = [2, 2, 3, 3, 2, 3, 2], groups = [1, 2, 1, 1, 1, 1, 1]>
// 3 cores: #layer = #prem.plan<tile = [1, 3, 4, 2, 1, 2, 2], groups = [3, 1, 1, 1, 1, 1, 1]>
// 8 cores: #layer = #prem.plan<tile = [1, 1, 1, 3, 4, 3, 2], groups = [2, 2, 2, 1, 1, 1, 1]>

func.func @cnn(%out: memref<3x5x4x3xf32>, %W: memref<5x5x3x2xf32>,
               %inp: memref<3x5x9x6xf32>) {
  affine.for %n = 0 to 3 {
    affine.for %k = 0 to 5 {
      affine.for %p = 0 to 4 {
        affine.for %q = 0 to 3 {
          affine.for %c = 0 to 5 {
            affine.for %r = 0 to 3 {
              affine.for %s = 0 to 2 {
                %o = affine.load %out[%n, %k, %p, %q] : memref<3x5x4x3xf32>
                %w = affine.load %W[%k, %c, %r, %s] : memref<5x5x3x2xf32>
                %i = affine.load %inp[%n, %c, 2 * %p + 2 - %r, 2 * %q + 1 - %s]
                    : memref<3x5x9x6xf32>
                %prod = arith.mulf %w, %i : f32
                %sum = arith.addf %o, %prod : f32
                affine.store %sum, %out[%n, %k, %p, %q] : memref<3x5x4x3xf32>
              }
            }
          }
        }
      }
    }
  } {prem.plan = #layer}
  return
}
