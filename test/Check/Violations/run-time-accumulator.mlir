// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The first tile, of run-time size, does not store its sum: the second begins
// with what there was before.

func.func @before(%A: memref<?xf32>, %s: memref<f32>, %n: index, %T: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    // expected-note@+1 {{the original's operand}}
    %sum = affine.load %s[] : memref<f32>
    %y = arith.addf %sum, %x : f32
    // expected-note@+1 {{which is computed here}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %s[] : memref<f32>
  }
  return
}

// expected-error@+1 {{polymem-check: live-out violated: with arg2 = 1, arg3 = 1: in the end arg1[] holds the initial value of arg1[]; in the original it is the value of S0[0]}}
func.func @after(%A: memref<?xf32>, %s: memref<f32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    %first = affine.load %s[] : memref<f32>
    // expected-note@+1 {{the last write}}
    %last = affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%o, %T, %n] iter_args(%sum = %first) -> (f32) {
      %x = affine.load %A[%i] : memref<?xf32>
      // expected-error@+1 {{polymem-check: dataflow violated: with arg2 = 2, arg3 = 1: S0[1] reads val0[] and gets the initial value of arg1[]; in the original it is the value of S0[0]}}
      %y = arith.addf %sum, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.yield %z : f32
    }
    affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%o] {
      affine.store %last, %s[] : memref<f32>
    }
  }
  return
}
