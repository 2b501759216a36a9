// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Tiles of run-time size that end one too early: right for no size, as the
// counterexample for size 1 shows.

func.func @before(%A: memref<?xf32>, %n: index, %T: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    // expected-note@+2 {{it is computed here}}
    // expected-note@+1 {{which is computed here}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// expected-error@+2 {{polymem-check: instances violated: with arg1 = 1, arg2 = 1: S0[0] is not executed}}
// expected-error@+1 {{polymem-check: live-out violated: with arg1 = 1, arg2 = 1: in the end arg0[0] holds the initial value of arg0[0]; in the original it is the value of S0[0]}}
func.func @after(%A: memref<?xf32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s1 - 1, s2)>()[%o, %T, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  return
}
