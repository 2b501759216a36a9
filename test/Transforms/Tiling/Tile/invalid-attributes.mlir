// RUN: polymem-opt %s --polymem-tile -split-input-file -verify-diagnostics

func.func @text(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{polymem-tile: 'many' in attribute 'polymem.tile_sizes' is not a tile size; write a number of iterations below 2^31, 0 (not tiled) or argN}}
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  } {polymem.tile_sizes = ["many"]}
  return
}

// -----

func.func @negative(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{polymem-tile: '-1' in attribute 'polymem.tile_sizes' is not a tile size}}
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  } {polymem.tile_sizes = [-1]}
  return
}

// -----

func.func @no_array(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{polymem-tile: attribute 'polymem.tile_sizes' must be an array on an affine loop}}
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  } {polymem.tile_sizes = 4}
  return
}

// -----

func.func @argument(%A: memref<?xf32>, %N: index) {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{polymem-tile: 'arg2' in attribute 'polymem.tile_sizes': function 'argument' has 2 arguments}}
  affine.for %i = 0 to %N {
    affine.store %c, %A[%i] : memref<?xf32>
  } {polymem.tile_sizes = ["arg2"]}
  return
}
