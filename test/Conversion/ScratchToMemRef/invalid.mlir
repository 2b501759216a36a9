// RUN: polymem-opt %s --convert-scratch-to-memref -verify-diagnostics -split-input-file

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
func.func private @other(memref<?xf32, #m>)
func.func @call(%n: index) {
  // expected-note @+1 {{the buffer is allocated here}}
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  // expected-error @+1 {{'func.call' op uses a buffer of the scratch dialect in a way that cannot be lowered: only loads, stores, 'memref.dim', casts and scratch copies can}}
  func.call @other(%b) : (memref<?xf32, #m>) -> ()
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
func.func @memref_copy(%n: index, %A: memref<?xf32>) {
  // expected-note @+1 {{the buffer is allocated here}}
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  %c = memref.cast %b : memref<?xf32, #m> to memref<8xf32, #m>
  // expected-error @+1 {{'memref.copy' op uses a buffer}}
  memref.copy %c, %A : memref<8xf32, #m> to memref<?xf32>
  return
}

// -----

// Neighbours in the array are not neighbours in the cells.

#m = #scratch.mapping<(d0) -> (d0 mod 8), extents = () -> (8)>
func.func @vector(%n: index) {
  // expected-note @+1 {{the buffer is allocated here}}
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  // expected-error @+1 {{'affine.vector_load' op uses a buffer}}
  %v = affine.vector_load %b[0] : memref<?xf32, #m>, vector<4xf32>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (8)>
func.func @stored_itself(%n: index, %t: memref<1xmemref<?xf32, #m>>) {
  // expected-note @+1 {{the buffer is allocated here}}
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  // expected-error @+1 {{'affine.store' op uses a buffer}}
  affine.store %b, %t[0] : memref<1xmemref<?xf32, #m>>
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
// expected-error @+1 {{'func.func' op has a buffer that no 'scratch.alloc' of this function makes: its symbols are not known}}
func.func @argument(%b: memref<?xf32, #m>) {
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
func.func @other_alloc(%n: index) {
  // expected-error @+1 {{'memref.alloc' op has a buffer that no 'scratch.alloc' of this function makes}}
  %b = memref.alloc(%n) : memref<?xf32, #m>
  return
}

// -----

func.func @foreign_token(%t: !scratch.token) {
  // expected-error @+1 {{'scratch.wait' op waits for a token that no scratch copy of this function yields}}
  scratch.wait %t
  return
}

// -----

func.func @foreign_carried_token(%t: !scratch.token, %n: index) {
  // expected-error @+1 {{'scratch.tile' op carries a token that no scratch copy of this function yields}}
  %r = scratch.tile (%i) = (%n) to (%n) step (%n) iter_tokens(%u = %t) {
    scratch.yield %u
  }
  return
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
func.func @token_escapes(%A: memref<?xf32>, %n: index) -> !scratch.token {
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  %t = scratch.copy_in %A to %b over []() : memref<?xf32> to memref<?xf32, #m> -> !scratch.token
  // expected-error @+1 {{'func.return' op uses a token in a way that cannot be lowered: only 'scratch.wait' and tiles that carry it can}}
  return %t : !scratch.token
}

// -----

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
func.func @branch(%n: index) {
  // expected-error @+1 {{'scratch.alloc' op is in a block that branches: where the buffer's life ends is not known; use structured control flow}}
  %b = scratch.alloc(%n) : memref<?xf32, #m>
  cf.br ^bb1
^bb1:
  return
}
