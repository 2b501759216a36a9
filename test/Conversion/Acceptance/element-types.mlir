// Types of elements and values that cannot be in memory, or not on a GPU, are
// refused at the operation. MLIR's conversions crash on most of them.

// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-verify-input
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-ptx=warnings=false -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-ptx="emit=module warnings=false" -o %t
// RUN: polymem-opt %s -split-input-file -verify-diagnostics --polymem-to-emulator=warnings=false -o %t

// expected-error @+1 {{polymem-verify-input: an argument of 'func.func' has type 'memref<8xi0>', which cannot be lowered: an integer of 0 bits has no place in memory; use i1}}
func.func @i0(%A: memref<8xi0>, %B: memref<8xi0>) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{polymem-verify-input: a result of 'affine.load' has type 'i0'}}
    %a = affine.load %A[%i] : memref<8xi0>
    affine.store %a, %B[%i] : memref<8xi0>
  }
  return
}

// -----

// expected-error @+1 {{an argument of 'func.func' has type 'memref<8xi129>', which cannot be lowered: an integer has at most 128 bits}}
func.func @i129(%A: memref<8xi129>) {
  return
}

// -----

// expected-error @+1 {{has type 'memref<8xtf32>', which cannot be lowered: tf32 is a format of tensor cores, not of memory; use f32}}
func.func @tf32(%A: memref<8xtf32>) {
  return
}

// -----

// expected-error @+1 {{has type 'memref<8xvector<4xtf32>>'}}
func.func @vector_of_tf32(%A: memref<8xvector<4xtf32>>) {
  return
}

// -----

// expected-error @+1 {{has type 'memref<8xcomplex<tf32>>'}}
func.func @complex_of_tf32(%A: memref<8xcomplex<tf32>>) {
  return
}

// -----

// What is not in a loop is the host's.
func.func @host(%A: memref<8xf80>, %B: memref<8xf32>) -> f80 {
  %c0 = arith.constant 0 : index
  %a = memref.load %A[%c0] : memref<8xf80>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %B[%i] : memref<8xf32>
  }
  return %a : f80
}

// -----

func.func @f80(%A: memref<8xf80>, %B: memref<8xf80>) {
  affine.for %i = 0 to 8 {
    // expected-error @+2 {{an operand of 'affine.load' has type 'memref<8xf80>', which cannot be lowered: a GPU computes with at most 64 bits; use f64}}
    // expected-error @+1 {{a result of 'affine.load' has type 'f80'}}
    %a = affine.load %A[%i] : memref<8xf80>
    affine.store %a, %B[%i] : memref<8xf80>
  }
  return
}

// -----

func.func @f128_in_registers(%A: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf64>
    // expected-error @+1 {{a result of 'arith.extf' has type 'f128', which cannot be lowered: a GPU computes with at most 64 bits}}
    %b = arith.extf %a : f64 to f128
    %c = arith.mulf %b, %b : f128
    %d = arith.truncf %c : f128 to f64
    affine.store %d, %A[%i] : memref<8xf64>
  }
  return
}

// -----

func.func @scalable(%A: memref<8xvector<[4]xf32>>, %B: memref<8xvector<[4]xf32>>) {
  affine.for %i = 0 to 8 {
    // expected-error @+2 {{an operand of 'affine.load' has type 'memref<8xvector<[4]xf32>>', which cannot be lowered: there are no vectors there whose length is known at run time only}}
    // expected-error @+1 {{a result of 'affine.load' has type 'vector<[4]xf32>'}}
    %a = affine.load %A[%i] : memref<8xvector<[4]xf32>>
    affine.store %a, %B[%i] : memref<8xvector<[4]xf32>>
  }
  return
}

// -----

func.func @arrays_of_arrays(%A: memref<8xmemref<4xf32>>, %B: memref<8xmemref<4xf32>>) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{an operand of 'affine.load' has type 'memref<8xmemref<4xf32>>', which cannot be lowered: the host's arrays of arrays are no arrays of a GPU}}
    %a = affine.load %A[%i] : memref<8xmemref<4xf32>>
    affine.store %a, %B[%i] : memref<8xmemref<4xf32>>
  }
  return
}
