// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Tiles overlap by one iteration.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %o = 0 to %n step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%o)
        to min affine_map<(d0)[s0] -> (d0 + 5, s0)>(%o)[%n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      // expected-error@+1 {{polymem-check: instances refused: with arg2 = 5: S0[4] is executed and stored twice, in iteration [0, 4] and in iteration [4, 4]; run, both yield the same values here}}
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
