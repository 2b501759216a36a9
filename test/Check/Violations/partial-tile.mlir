// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Points of the last, partial tile end one too early.

func.func @before(%A: memref<?xf32>, %n: index) {
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

// expected-error@+2 {{polymem-check: instances violated: with arg1 = 1: S0[0] is not executed}}
// expected-error@+1 {{polymem-check: live-out violated: with arg1 = 1: in the end arg0[0] holds the initial value of arg0[0]; in the original it is the value of S0[0]}}
func.func @after(%A: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %o = 0 to %n step 8 {
    affine.for %i = affine_map<(d0) -> (d0)>(%o)
        to min affine_map<(d0)[s0] -> (d0 + 8, s0 - 1)>(%o)[%n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  return
}
