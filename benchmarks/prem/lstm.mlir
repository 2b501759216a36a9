// The forward pass of an LSTM layer (PolyBench-NN, LARGE; Gu 2023, listing 3.1):
// 150 steps, 700 inputs, 650 cells. What a step computes depends on the one
// before, so that the loop over steps stays around four nests.

#inputs = #prem.plan<tile = [82, 44], groups = [8, 1]>
#states = #prem.plan<tile = [82, 44], groups = [8, 1]>
#cells = #prem.plan<tile = [82], groups = [8]>
#outputs = #prem.plan<tile = [82], groups = [8]>

func.func @lstm(%s_F: memref<150x650xf32>, %c_F: memref<150x650xf32>, %inp: memref<150x700xf32>,
                %i: memref<650xf32>, %f: memref<650xf32>, %o: memref<650xf32>, %g: memref<650xf32>,
                %U_i: memref<650x700xf32>, %U_f: memref<650x700xf32>,
                %U_o: memref<650x700xf32>, %U_g: memref<650x700xf32>,
                %W_i: memref<650x650xf32>, %W_f: memref<650x650xf32>,
                %W_o: memref<650x650xf32>, %W_g: memref<650x650xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 150 {
    affine.for %s1 = 0 to 650 {
      affine.for %p = 0 to 700 {
        affine.if affine_set<(p) : (p == 0)>(%p) {
          affine.store %zero, %i[%s1] : memref<650xf32>
          affine.store %zero, %f[%s1] : memref<650xf32>
          affine.store %zero, %o[%s1] : memref<650xf32>
          affine.store %zero, %g[%s1] : memref<650xf32>
        }
        %in = affine.load %inp[%t, %p] : memref<150x700xf32>
        %u_i = affine.load %U_i[%s1, %p] : memref<650x700xf32>
        %prod_i = arith.mulf %u_i, %in : f32
        %old_i = affine.load %i[%s1] : memref<650xf32>
        %new_i = arith.addf %old_i, %prod_i : f32
        affine.store %new_i, %i[%s1] : memref<650xf32>
        %u_f = affine.load %U_f[%s1, %p] : memref<650x700xf32>
        %prod_f = arith.mulf %u_f, %in : f32
        %old_f = affine.load %f[%s1] : memref<650xf32>
        %new_f = arith.addf %old_f, %prod_f : f32
        affine.store %new_f, %f[%s1] : memref<650xf32>
        %u_o = affine.load %U_o[%s1, %p] : memref<650x700xf32>
        %prod_o = arith.mulf %u_o, %in : f32
        %old_o = affine.load %o[%s1] : memref<650xf32>
        %new_o = arith.addf %old_o, %prod_o : f32
        affine.store %new_o, %o[%s1] : memref<650xf32>
        %u_g = affine.load %U_g[%s1, %p] : memref<650x700xf32>
        %prod_g = arith.mulf %u_g, %in : f32
        %old_g = affine.load %g[%s1] : memref<650xf32>
        %new_g = arith.addf %old_g, %prod_g : f32
        affine.store %new_g, %g[%s1] : memref<650xf32>
      }
    } {prem.plan = #inputs}
    affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
      affine.for %s1 = 0 to 650 {
        affine.for %s2 = 0 to 650 {
          %s = affine.load %s_F[%t - 1, %s2] : memref<150x650xf32>
          %w_i = affine.load %W_i[%s1, %s2] : memref<650x650xf32>
          %prod_i = arith.mulf %w_i, %s : f32
          %old_i = affine.load %i[%s1] : memref<650xf32>
          %new_i = arith.addf %old_i, %prod_i : f32
          affine.store %new_i, %i[%s1] : memref<650xf32>
          %w_f = affine.load %W_f[%s1, %s2] : memref<650x650xf32>
          %prod_f = arith.mulf %w_f, %s : f32
          %old_f = affine.load %f[%s1] : memref<650xf32>
          %new_f = arith.addf %old_f, %prod_f : f32
          affine.store %new_f, %f[%s1] : memref<650xf32>
          %w_o = affine.load %W_o[%s1, %s2] : memref<650x650xf32>
          %prod_o = arith.mulf %w_o, %s : f32
          %old_o = affine.load %o[%s1] : memref<650xf32>
          %new_o = arith.addf %old_o, %prod_o : f32
          affine.store %new_o, %o[%s1] : memref<650xf32>
          %w_g = affine.load %W_g[%s1, %s2] : memref<650x650xf32>
          %prod_g = arith.mulf %w_g, %s : f32
          %old_g = affine.load %g[%s1] : memref<650xf32>
          %new_g = arith.addf %old_g, %prod_g : f32
          affine.store %new_g, %g[%s1] : memref<650xf32>
        }
      } {prem.plan = #states}
    }
    affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
      affine.for %b = 0 to 650 {
        %c_old = affine.load %c_F[%t - 1, %b] : memref<150x650xf32>
        %f_b = affine.load %f[%b] : memref<650xf32>
        %g_b = affine.load %g[%b] : memref<650xf32>
        %i_b = affine.load %i[%b] : memref<650xf32>
        %kept = arith.mulf %c_old, %f_b : f32
        %added = arith.mulf %g_b, %i_b : f32
        %c_new = arith.addf %kept, %added : f32
        affine.store %c_new, %c_F[%t, %b] : memref<150x650xf32>
      } {prem.plan = #cells}
    }
    affine.for %b = 0 to 650 {
      %c = affine.load %c_F[%t, %b] : memref<150x650xf32>
      %o_b = affine.load %o[%b] : memref<650xf32>
      %s_new = arith.mulf %c, %o_b : f32
      affine.store %s_new, %s_F[%t, %b] : memref<150x650xf32>
    } {prem.plan = #outputs}
  }
  return
}
