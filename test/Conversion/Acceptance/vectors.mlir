// Loads and stores of vectors of several dimensions have no lowering.

// RUN: polymem-opt %s -verify-diagnostics --polymem-to-cpu -o %t
// RUN: polymem-opt %s -verify-diagnostics --polymem-to-ptx -o %t
// RUN: polymem-opt %s -verify-diagnostics --polymem-to-emulator -o %t

func.func @f(%A: memref<100x100xf32>) {
  affine.for %i = 0 to 16 step 2 {
    affine.for %j = 0 to 16 step 8 {
      // expected-error @+1 {{polymem-verify-input: 'affine.vector_load' cannot be lowered: it moves a vector of 2 dimensions, and vectors are loaded and stored along one only; move its rows one by one}}
      %v = affine.vector_load %A[%i, %j] : memref<100x100xf32>, vector<2x8xf32>
      // expected-error @+1 {{'affine.vector_store' cannot be lowered}}
      affine.vector_store %v, %A[%i, %j + 16] : memref<100x100xf32>, vector<2x8xf32>
      %w = affine.vector_load %A[%i, %j] : memref<100x100xf32>, vector<8xf32>
      affine.vector_store %w, %A[%i, %j + 16] : memref<100x100xf32>, vector<8xf32>
    }
  }
  return
}
