// The forward pass of a recurrent layer (PolyBench-NN, LARGE): 500 steps, 500
// inputs, 700 states, 650 outputs.

#inputs = #prem.plan<tile = [88, 150], groups = [8, 1]>
#states = #prem.plan<tile = [88, 150], groups = [8, 1]>
#outputs = #prem.plan<tile = [82, 150], groups = [8, 1]>

func.func @rnn(%out: memref<500x650xf32>, %s_F: memref<500x700xf32>, %inp: memref<500x500xf32>,
               %U: memref<700x500xf32>, %W: memref<700x700xf32>, %V: memref<650x700xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 500 {
    affine.for %s1 = 0 to 700 {
      affine.for %p = 0 to 500 {
        affine.if affine_set<(p) : (p == 0)>(%p) {
          affine.store %zero, %s_F[%t, %s1] : memref<500x700xf32>
        }
        %old = affine.load %s_F[%t, %s1] : memref<500x700xf32>
        %u = affine.load %U[%s1, %p] : memref<700x500xf32>
        %in = affine.load %inp[%t, %p] : memref<500x500xf32>
        %prod = arith.mulf %u, %in : f32
        %new = arith.addf %old, %prod : f32
        affine.store %new, %s_F[%t, %s1] : memref<500x700xf32>
      }
    } {prem.plan = #inputs}
    affine.if affine_set<(t) : (t - 1 >= 0)>(%t) {
      affine.for %s1 = 0 to 700 {
        affine.for %s2 = 0 to 700 {
          %old = affine.load %s_F[%t, %s1] : memref<500x700xf32>
          %w = affine.load %W[%s1, %s2] : memref<700x700xf32>
          %s = affine.load %s_F[%t - 1, %s2] : memref<500x700xf32>
          %prod = arith.mulf %w, %s : f32
          %new = arith.addf %old, %prod : f32
          affine.store %new, %s_F[%t, %s1] : memref<500x700xf32>
        }
      } {prem.plan = #states}
    }
    affine.for %q = 0 to 650 {
      affine.for %s1 = 0 to 700 {
        affine.if affine_set<(s1) : (s1 == 0)>(%s1) {
          affine.store %zero, %out[%t, %q] : memref<500x650xf32>
        }
        %old = affine.load %out[%t, %q] : memref<500x650xf32>
        %v = affine.load %V[%q, %s1] : memref<650x700xf32>
        %s = affine.load %s_F[%t, %s1] : memref<500x700xf32>
        %prod = arith.mulf %v, %s : f32
        %new = arith.addf %old, %prod : f32
        affine.store %new, %out[%t, %q] : memref<500x650xf32>
      }
    } {prem.plan = #outputs}
  }
  return
}
