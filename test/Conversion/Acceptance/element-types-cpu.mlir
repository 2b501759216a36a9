// What a CPU cannot take, and what it can although a GPU cannot.

// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-cpu -o %t

// expected-error @+1 {{polymem-verify-input: an argument of 'func.func' has type 'memref<8xi0>', which cannot be lowered: an integer of 0 bits has no place in memory; use i1}}
func.func @i0(%A: memref<8xi0>) {
  return
}

// -----

// expected-error @+1 {{an argument of 'func.func' has type 'memref<8xi1000>', which cannot be lowered: an integer has at most 128 bits}}
func.func @i1000(%A: memref<8xi1000>) {
  return
}

// -----

// expected-error @+1 {{an argument of 'func.func' has type 'memref<8xtf32>'}}
func.func @tf32(%A: memref<8xtf32>) {
  return
}

// -----

func.func @taken(%A: memref<8xf80>, %B: memref<8xmemref<4xf32>>, %C: memref<8xvector<f32>>,
                 %D: memref<8xi128>, %E: memref<8xvector<[4]xf32>>) {
  affine.for %i = 1 to 8 {
    %a = affine.load %A[%i] : memref<8xf80>
    affine.store %a, %A[%i - 1] : memref<8xf80>
    %b = affine.load %B[%i] : memref<8xmemref<4xf32>>
    affine.store %b, %B[%i - 1] : memref<8xmemref<4xf32>>
    %c = affine.load %C[%i] : memref<8xvector<f32>>
    affine.store %c, %C[%i - 1] : memref<8xvector<f32>>
    %d = affine.load %D[%i] : memref<8xi128>
    affine.store %d, %D[%i - 1] : memref<8xi128>
    %e = affine.load %E[%i] : memref<8xvector<[4]xf32>>
    affine.store %e, %E[%i - 1] : memref<8xvector<[4]xf32>>
  }
  return
}
