// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// A loop of four, unrolled by four, lost its third copy.

func.func @before(%A: memref<4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    %y = arith.mulf %x, %x : f32
    // expected-note@+2 {{it is computed here}}
    // expected-note@+1 {{which is computed here}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<4xf32>
  }
  return
}

// expected-error@+2 {{polymem-check: instances violated: S0[2] is not executed}}
// expected-error@+1 {{polymem-check: live-out violated: in the end arg0[2] holds the initial value of arg0[2]; in the original it is the value of S0[2]}}
func.func @after(%A: memref<4xf32>, %x: f32)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = arith.mulf %x, %x : f32
  %z0 = scratch.origin "S0"[%c0] %y : f32
  affine.store %z0, %A[0] : memref<4xf32>
  %z1 = scratch.origin "S0"[%c1] %y : f32
  affine.store %z1, %A[1] : memref<4xf32>
  %z3 = scratch.origin "S0"[%c3] %y : f32
  affine.store %z3, %A[3] : memref<4xf32>
  return
}
