// With `strict`, that all work must stay on the host is an error; that there is
// none is not.

// RUN: polymem-opt %s --polymem-map-sequential=strict -split-input-file -verify-diagnostics

func.func @result(%A: memref<?xf32>) -> f32 {
  // expected-error @below {{polymem-map-sequential: affine.load stays on the host: its result is used on the host}}
  %x = affine.load %A[0] : memref<?xf32>
  return %x : f32
}

// -----

func.func @some(%A: memref<?xf32>) -> f32 {
  %c = arith.constant 0.0 : f32
  affine.store %c, %A[1] : memref<?xf32>
  %x = affine.load %A[0] : memref<?xf32>
  return %x : f32
}

// -----

func.func @nothing() {
  return
}
