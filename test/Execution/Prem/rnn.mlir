// A recurrent layer, T4 P7 Q9 S11, with plans by hand.
//
// DEFINE: %{run} = --compare --uninterpreted --check-bounds --pipeline='polymem-tile{mapping=prem machine=prem-gu2023 strict},scratch-promote{machine=prem-gu2023 promote-all strict memory-space=default},convert-scratch-to-memref{reverse-mapped}'
// RUN: sed -e 's|^// 1 cores: ||' %s > %t.1.mlir && polymem-run %t.1.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 2 cores: ||' %s > %t.2.mlir && polymem-run %t.2.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 3 cores: ||' %s > %t.3.mlir && polymem-run %t.3.mlir %{run} | FileCheck %s
// RUN: sed -e 's|^// 8 cores: ||' %s > %t.8.mlir && polymem-run %t.8.mlir %{run} | FileCheck %s
// CHECK: identical
// CHECK-NOT: different

// 1 cores: #inputs = #prem.plan<tile = [4, 3], groups = [1, 1]>
// 1 cores: #states = #prem.plan<tile = [5, 4], groups = [1, 1]>
// 1 cores: #outputs = #prem.plan<tile = [6, 11], groups = [1, 1]>
// 2 cores: #inputs = #prem.plan<tile = [4, 3], groups = [2, 1]>
// 2 cores: #states = #prem.plan<tile = [11, 11], groups = [1, 1]>
// 2 cores: #outputs = #prem.plan<tile = [5, 4], groups = [2, 1]>
// 3 cores: #inputs = #prem.plan<tile = [4, 7], groups = [3, 1]>
// 3 cores: #states = #prem.plan<tile = [2, 5], groups = [3, 1]>
// 3 cores: #outputs = #prem.plan<tile = [1, 5], groups = [3, 1]>
// 8 cores: #inputs = #prem.plan<tile = [1, 2], groups = [8, 1]>
// 8 cores: #states = #prem.plan<tile = [2, 4], groups = [6, 1]>
// 8 cores: #outputs = #prem.plan<tile = [2, 3], groups = [8, 1]>

func.func @rnn(%out: memref<4x9xf32>, %s_F: memref<4x11xf32>, %inp: memref<4x7xf32>,
               %U: memref<11x7xf32>, %W: memref<11x11xf32>, %V: memref<9x11xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 4 {
    affine.for %s1 = 0 to 11 {
      affine.for %p = 0 to 7 {
        affine.if affine_set<(p) : (p == 0)>(%p) {
          affine.store %zero, %s_F[%t, %s1] : memref<4x11xf32>
        }
        %old = affine.load %s_F[%t, %s1] : memref<4x11xf32>
        %u = affine.load %U[%s1, %p] : memref<11x7xf32>
        %in = affine.load %inp[%t, %p] : memref<4x7xf32>
        %prod = arith.mulf %u, %in : f32
        %new = arith.addf %old, %prod : f32
        affine.store %new, %s_F[%t, %s1] : memref<4x11xf32>
      }
    } {prem.plan = #inputs}
    affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
      affine.for %s1 = 0 to 11 {
        affine.for %s2 = 0 to 11 {
          %old = affine.load %s_F[%t, %s1] : memref<4x11xf32>
          %w = affine.load %W[%s1, %s2] : memref<11x11xf32>
          %s = affine.load %s_F[%t - 1, %s2] : memref<4x11xf32>
          %prod = arith.mulf %w, %s : f32
          %new = arith.addf %old, %prod : f32
          affine.store %new, %s_F[%t, %s1] : memref<4x11xf32>
        }
      } {prem.plan = #states}
    }
    affine.for %q = 0 to 9 {
      affine.for %s1 = 0 to 11 {
        affine.if affine_set<(s1) : (s1 == 0)>(%s1) {
          affine.store %zero, %out[%t, %q] : memref<4x9xf32>
        }
        %old = affine.load %out[%t, %q] : memref<4x9xf32>
        %v = affine.load %V[%q, %s1] : memref<9x11xf32>
        %s = affine.load %s_F[%t, %s1] : memref<4x11xf32>
        %prod = arith.mulf %v, %s : f32
        %new = arith.addf %old, %prod : f32
        affine.store %new, %out[%t, %q] : memref<4x9xf32>
      }
    } {prem.plan = #outputs}
  }
  return
}
