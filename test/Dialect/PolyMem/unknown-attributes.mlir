// RUN: polymem-opt %s -split-input-file -verify-diagnostics

// A misspelt attribute would do nothing: it is an error, at the argument or
// operation, with the nearest name that is known.

// expected-error@+1 {{unknown attribute 'polymem.shap'; did you mean 'polymem.shape' (extents of an array, one integer or size expression a dimension, on arguments of functions)?}}
func.func @argument(%A: memref<?xf32> {polymem.shap = ["N"]}) {
  return
}

// -----

func.func @loop(%A: memref<8xf32>) {
  %c = arith.constant 0.0 : f32
  // expected-error@+1 {{unknown attribute 'polymem.tile_size'; did you mean 'polymem.tile_sizes' (tile sizes for the band that begins at a loop, on operations)?}}
  affine.for %i = 0 to 8 {
    affine.store %c, %A[%i] : memref<8xf32>
  } {polymem.tile_size = [4]}
  return
}

// -----

// expected-error@+1 {{unknown attribute 'polymem.parameter'; did you mean 'polymem.param'}}
module attributes {polymem.parameter = "N"} {
}

// -----

// A declaration has no arguments to point at.
// expected-error@+1 {{unknown attribute 'polymem.deadout'; did you mean 'polymem.dead_out'}}
func.func private @declared(memref<?xf32> {polymem.deadout})
