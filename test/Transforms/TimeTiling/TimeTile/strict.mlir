// With `strict`, that no loop is tiled in time is an error, at each loop; a loop
// that is left alone beside one that is tiled is none.

// RUN: polymem-opt %s --polymem-time-tile=strict -split-input-file -verify-diagnostics

func.func @independent(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  // expected-error @below {{polymem-time-tile: not tiled in time: its iterations are independent}}
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %A[%t, %i] : memref<?x?xf32>
      affine.store %a, %B[%t, %i] : memref<?x?xf32>
    }
  }
  return
}

// -----

// expected-error @below {{polymem-time-tile: there is no loop to tile in time}}
func.func @empty() {
  return
}

// -----

func.func @one_of_two(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?x?xf32>, %D: memref<?x?xf32>, %n: index) {
  affine.for %t = 0 to %n {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i + 1] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %B[%i] : memref<?xf32>
      affine.store %a, %A[%i] : memref<?xf32>
    }
  }
  affine.for %t = 0 to %n {
    affine.for %i = 0 to %n {
      %a = affine.load %C[%t, %i] : memref<?x?xf32>
      affine.store %a, %D[%t, %i] : memref<?x?xf32>
    }
  }
  return
}
