// RUN: polymem-opt %s -split-input-file -verify-diagnostics

// What stands where nobody reads it does nothing, either.

// expected-error@+1 {{attribute 'polymem.shape' (extents of an array, one integer or size expression a dimension) is for arguments of functions; nobody reads it here}}
func.func @on_function(%A: memref<?xf32>) attributes {polymem.shape = ["N"]} {
  return
}

// -----

// expected-error@+1 {{attribute 'polymem.tile_sizes' (tile sizes for the band that begins at a loop) is for operations; nobody reads it here}}
func.func @on_argument(%A: memref<?xf32> {polymem.tile_sizes = [4]}) {
  return
}

// -----

// expected-error@+1 {{attribute 'polymem.dead_out' (nobody reads the array after the function) is for arguments of functions; nobody reads it here}}
func.func @on_result(%A: memref<8xf32>) -> (memref<8xf32> {polymem.dead_out}) {
  return %A : memref<8xf32>
}
