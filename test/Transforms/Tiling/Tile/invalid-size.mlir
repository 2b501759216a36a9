// A tile size out of range is an error at the function, which says what is in it.

// RUN: polymem-opt %s --polymem-tile="sizes=1000000000000" -verify-diagnostics

// expected-error @+1 {{polymem-tile: '1000000000000' in option 'sizes' is not a tile size; write a number of iterations below 2^31, 0 (not tiled) or argN}}
func.func @f(%A: memref<?xf32>, %N: index) {
  return
}
