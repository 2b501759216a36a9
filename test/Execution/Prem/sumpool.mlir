// A sum pooling layer, N3 D2, maps of 11x11, windows of 3x3 in steps of 2,
// with plans by hand.
//
// DEFINE: %{run} = --compare --uninterpreted --check-bounds --pipeline='polymem-tile{mapping=prem machine=prem-gu2023 strict},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-memref{reverse-mapped}'
// RUN: sed -e 's|^// 1 cores: ||' %s > %t.1.mlir && polymem-run %t.1.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 2 cores: ||' %s > %t.2.mlir && polymem-run %t.2.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 3 cores: ||' %s > %t.3.mlir && polymem-run %t.3.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 8 cores: ||' %s > %t.8.mlir && polymem-run %t.8.mlir %{run} | FileCheck %s
// CHECK: identical
// CHECK-NOT: different

// 1 cores: #layer = #prem.plan<tile = [1, 2, 5, 5], groups = [1, 1, 1, 1]>
// 2 cores: #layer = #prem.plan<tile = [2, 1, 3, 5], groups = [2, 1, 1, 1]>
// 3 cores: #layer = #prem.plan<tile = [1, 2, 2, 2], groups = [3, 1, 1, 1]>
// 8 cores: #layer = #prem.plan<tile = [1, 1, 2, 3], groups = [2, 2, 2, 1]>

func.func @sumpool(%out: memref<3x2x5x5xf32>, %inp: memref<3x2x11x11xf32>) {
  %first = arith.constant 0.0 : f32
  affine.for %n = 0 to 3 {
    affine.for %d = 0 to 2 {
      affine.for %r = 0 to 5 {
        affine.for %c = 0 to 5 {
          %all = affine.for %h = 0 to 3 iter_args(%v = %first) -> f32 {
            %row = affine.for %w = 0 to 3 iter_args(%u = %v) -> f32 {
              %x = affine.load %inp[%n, %d, 2 * %r + %h, 2 * %c + %w]
                  : memref<3x2x11x11xf32>
              %next = arith.addf %u, %x : f32
              affine.yield %next : f32
            }
            affine.yield %row : f32
          }
          affine.store %all, %out[%n, %d, %r, %c] : memref<3x2x5x5xf32>
        }
      }
    }
  } {prem.plan = #layer}
  return
}
