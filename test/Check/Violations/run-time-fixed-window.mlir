// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Tiles of two iterations, at a distance that is known at run time: right for
// the size 2 only.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    // expected-note@+2 {{it is computed here}}
    // expected-note@+1 {{which is computed here}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// With size 1 all instances are executed, twice: that the values are the same there
// is no reason not to look further.
// expected-error@+2 {{polymem-check: instances violated: with arg2 = 3, arg3 = 3: S0[2] is not executed; run, with arg2 = 3, arg3 = 3 arg1[2] differs in the end}}
// expected-error@+1 {{polymem-check: live-out violated: with arg2 = 3, arg3 = 3: in the end arg1[2] holds the initial value of arg1[2]; in the original it is the value of S0[2]}}
func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 2, s1)>()[%o, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
