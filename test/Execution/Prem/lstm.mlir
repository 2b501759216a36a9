// An LSTM layer, T5 P11 S13, with plans by hand.
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
// 1 cores: #cells = #prem.plan<tile = [13], groups = [1]>
// 1 cores: #outputs = #prem.plan<tile = [6], groups = [1]>
// 2 cores: #inputs = #prem.plan<tile = [4, 3], groups = [2, 1]>
// 2 cores: #states = #prem.plan<tile = [13, 13], groups = [1, 1]>
// 2 cores: #cells = #prem.plan<tile = [3], groups = [2]>
// 2 cores: #outputs = #prem.plan<tile = [7], groups = [2]>
// 3 cores: #inputs = #prem.plan<tile = [5, 11], groups = [3, 1]>
// 3 cores: #states = #prem.plan<tile = [2, 5], groups = [3, 1]>
// 3 cores: #cells = #prem.plan<tile = [4], groups = [3]>
// 3 cores: #outputs = #prem.plan<tile = [1], groups = [3]>
// 8 cores: #inputs = #prem.plan<tile = [1, 2], groups = [8, 1]>
// 8 cores: #states = #prem.plan<tile = [2, 4], groups = [7, 1]>
// 8 cores: #cells = #prem.plan<tile = [2], groups = [7]>
// 8 cores: #outputs = #prem.plan<tile = [2], groups = [8]>

func.func @lstm(%s_F: memref<5x13xf32>, %c_F: memref<5x13xf32>, %inp: memref<5x11xf32>,
                %i: memref<13xf32>, %f: memref<13xf32>, %o: memref<13xf32>, %g: memref<13xf32>,
                %U_i: memref<13x11xf32>, %U_f: memref<13x11xf32>,
                %U_o: memref<13x11xf32>, %U_g: memref<13x11xf32>,
                %W_i: memref<13x13xf32>, %W_f: memref<13x13xf32>,
                %W_o: memref<13x13xf32>, %W_g: memref<13x13xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 5 {
    affine.for %s1 = 0 to 13 {
      affine.for %p = 0 to 11 {
        affine.if affine_set<(p) : (p == 0)>(%p) {
          affine.store %zero, %i[%s1] : memref<13xf32>
          affine.store %zero, %f[%s1] : memref<13xf32>
          affine.store %zero, %o[%s1] : memref<13xf32>
          affine.store %zero, %g[%s1] : memref<13xf32>
        }
        %in = affine.load %inp[%t, %p] : memref<5x11xf32>
        %u_i = affine.load %U_i[%s1, %p] : memref<13x11xf32>
        %prod_i = arith.mulf %u_i, %in : f32
        %old_i = affine.load %i[%s1] : memref<13xf32>
        %new_i = arith.addf %old_i, %prod_i : f32
        affine.store %new_i, %i[%s1] : memref<13xf32>
        %u_f = affine.load %U_f[%s1, %p] : memref<13x11xf32>
        %prod_f = arith.mulf %u_f, %in : f32
        %old_f = affine.load %f[%s1] : memref<13xf32>
        %new_f = arith.addf %old_f, %prod_f : f32
        affine.store %new_f, %f[%s1] : memref<13xf32>
        %u_o = affine.load %U_o[%s1, %p] : memref<13x11xf32>
        %prod_o = arith.mulf %u_o, %in : f32
        %old_o = affine.load %o[%s1] : memref<13xf32>
        %new_o = arith.addf %old_o, %prod_o : f32
        affine.store %new_o, %o[%s1] : memref<13xf32>
        %u_g = affine.load %U_g[%s1, %p] : memref<13x11xf32>
        %prod_g = arith.mulf %u_g, %in : f32
        %old_g = affine.load %g[%s1] : memref<13xf32>
        %new_g = arith.addf %old_g, %prod_g : f32
        affine.store %new_g, %g[%s1] : memref<13xf32>
      }
    } {prem.plan = #inputs}
    affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
      affine.for %s1 = 0 to 13 {
        affine.for %s2 = 0 to 13 {
          %s = affine.load %s_F[%t - 1, %s2] : memref<5x13xf32>
          %w_i = affine.load %W_i[%s1, %s2] : memref<13x13xf32>
          %prod_i = arith.mulf %w_i, %s : f32
          %old_i = affine.load %i[%s1] : memref<13xf32>
          %new_i = arith.addf %old_i, %prod_i : f32
          affine.store %new_i, %i[%s1] : memref<13xf32>
          %w_f = affine.load %W_f[%s1, %s2] : memref<13x13xf32>
          %prod_f = arith.mulf %w_f, %s : f32
          %old_f = affine.load %f[%s1] : memref<13xf32>
          %new_f = arith.addf %old_f, %prod_f : f32
          affine.store %new_f, %f[%s1] : memref<13xf32>
          %w_o = affine.load %W_o[%s1, %s2] : memref<13x13xf32>
          %prod_o = arith.mulf %w_o, %s : f32
          %old_o = affine.load %o[%s1] : memref<13xf32>
          %new_o = arith.addf %old_o, %prod_o : f32
          affine.store %new_o, %o[%s1] : memref<13xf32>
          %w_g = affine.load %W_g[%s1, %s2] : memref<13x13xf32>
          %prod_g = arith.mulf %w_g, %s : f32
          %old_g = affine.load %g[%s1] : memref<13xf32>
          %new_g = arith.addf %old_g, %prod_g : f32
          affine.store %new_g, %g[%s1] : memref<13xf32>
        }
      } {prem.plan = #states}
    }
    affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
      affine.for %b = 0 to 13 {
        %c_old = affine.load %c_F[%t - 1, %b] : memref<5x13xf32>
        %f_b = affine.load %f[%b] : memref<13xf32>
        %g_b = affine.load %g[%b] : memref<13xf32>
        %i_b = affine.load %i[%b] : memref<13xf32>
        %kept = arith.mulf %c_old, %f_b : f32
        %added = arith.mulf %g_b, %i_b : f32
        %c_new = arith.addf %kept, %added : f32
        affine.store %c_new, %c_F[%t, %b] : memref<5x13xf32>
      } {prem.plan = #cells}
    }
    affine.for %b = 0 to 13 {
      %c = affine.load %c_F[%t, %b] : memref<5x13xf32>
      %o_b = affine.load %o[%b] : memref<13xf32>
      %s_new = arith.mulf %c, %o_b : f32
      affine.store %s_new, %s_F[%t, %b] : memref<5x13xf32>
    } {prem.plan = #outputs}
  }
  return
}
