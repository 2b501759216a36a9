// What a block of a convolution loads: with tiles of p, and with tiles of p and, inside, of c, each element of the input
// once, 18 x 10 of 4 channels, besides 72 weights and 256 sums. Without reuse a tile of 4 rows loads 6. In
// bytes: 1048 elements, instead of 1288 and 1504.
//
// DEFINE: %{tiles} = block-sizes=1,2,16,8 mapping=gpu
// DEFINE: %{promote} = scratch-promote{promote-all movement=exact},scratch-hoist-copies
// DEFINE: %{launch} = polymem-map-sequential,convert-scratch-to-gpu
// DEFINE: %{run} = polymem-run %s --compare --check --emulate --emulator-seed=1..2 --count
// RUN: %{run} --pipeline='polymem-tile{%{tiles} sizes=1,2,4,8},%{promote},%{launch}' | FileCheck %s --check-prefixes=CHECK,P-ALONE
// RUN: %{run} --pipeline='polymem-tile{%{tiles} sizes=1,2,4,8},%{promote},scratch-reuse{strict},%{launch}' | FileCheck %s --check-prefixes=CHECK,REUSE
// RUN: %{run} --pipeline='polymem-tile{%{tiles} sizes=1,2,4,8,2},%{promote},%{launch}' | FileCheck %s --check-prefixes=CHECK,ALONE
//
// The strip is two tiles, one in the other.
// RUN: %{run} --pipeline='polymem-tile{%{tiles} sizes=1,2,4,8,2},%{promote},scratch-reuse{strip=2 strict},%{launch}' | FileCheck %s --check-prefixes=CHECK,REUSE
//
// CHECK: proved
// CHECK: identical
// P-ALONE: global load {{[0-9]+ [0-9]+}} 5152
// ALONE: global load {{[0-9]+ [0-9]+}} 6016
// REUSE: global load {{[0-9]+ [0-9]+}} 4192
func.func @conv2d(%I: memref<1x4x18x10xf32>, %W: memref<2x4x3x3xf32>, %O: memref<1x2x16x8xf32>) {
  affine.for %n = 0 to 1 {
    affine.for %k = 0 to 2 {
      affine.for %p = 0 to 16 {
        affine.for %q = 0 to 8 {
          affine.for %c = 0 to 4 {
            affine.for %r = 0 to 3 {
              affine.for %s = 0 to 3 {
                %i = affine.load %I[%n, %c, %p + %r, %q + %s] : memref<1x4x18x10xf32>
                %w = affine.load %W[%k, %c, %r, %s] : memref<2x4x3x3xf32>
                %o = affine.load %O[%n, %k, %p, %q] : memref<1x2x16x8xf32>
                %iw = arith.mulf %i, %w : f32
                %next = arith.addf %o, %iw : f32
                affine.store %next, %O[%n, %k, %p, %q] : memref<1x2x16x8xf32>
              }
            }
          }
        }
      }
    }
  }
  return
}
