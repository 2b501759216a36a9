// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Tiles of two iterations, at a distance that is known at run time: right for
// the size 2 only.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    // expected-note@+1 {{which is computed here}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// expected-error@+1 {{polymem-check: live-out violated: with arg2 = 3, arg3 = 3: in the end arg1[2] holds the initial value of arg1[2]; in the original it is the value of S0[2]}}
func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 2, s1)>()[%o, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      // expected-error@+1 {{polymem-check: instances refused: with arg2 = 2, arg3 = 1: S0[1] is executed and stored twice, in iteration [0, 1] and in iteration [1, 1]; run, both yield the same values here}}
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
