// RUN: polymem-opt %s -split-input-file --polymem-tile="mapping=prem machine=prem-gu2023 strict" -allow-unregistered-dialect -verify-diagnostics

// What cannot be in a tile is refused, with numbers.

// A row of 20000 floats is loaded in each iteration, through a subscript that is
// not affine.
func.func @large(%A: memref<20000xf32>, %I: memref<10xindex>, %B: memref<10xf32>) {
  // expected-error @below {{polymem-tile: nest not tiled: a tile of one iteration takes 160032 bytes with two buffers for each array, but there are 122880}}
  affine.for %i = 0 to 10 {
    %k = affine.load %I[%i] : memref<10xindex>
    %a = memref.load %A[%k] : memref<20000xf32>
    affine.store %a, %B[%i] : memref<10xf32>
  }
  return
}

// -----

func.func @unknown(%A: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    // expected-error @below {{polymem-tile: not in a tile: 'mystery.regions'}}
    "mystery.regions"() ({
      "mystery.inside"(%A) : (memref<10xf32>) -> ()
    }) : () -> ()
  }
  return
}

// -----

func.func private @other(memref<10xf32>)
func.func @call(%A: memref<10xf32>) {
  // expected-error @below {{polymem-tile: not in a tile: 'func.call'}}
  func.call @other(%A) : (memref<10xf32>) -> ()
  return
}

// -----

func.func @result(%A: memref<10xf32>) -> f32 {
  %a = affine.load %A[0] : memref<10xf32>
  // expected-error @below {{polymem-tile: a value that is computed from memory is used outside of tiles}}
  return %a : f32
}

// -----

func.func @scalar(%A: memref<f32>, %B: memref<10xf32>) {
  // expected-error @below {{polymem-tile: nest not tiled: arg0: it has no dimension, so that nothing moves it}}
  affine.for %i = 0 to 10 {
    %a = affine.load %A[] : memref<f32>
    affine.store %a, %B[%i] : memref<10xf32>
  }
  return
}
