// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Of two loops over tiles of run-time size, the second begins at 1: a tile's
// width before one of its tiles there is none of the first loop.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %s: memref<f32>, %n: index, %T: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    // expected-note@+1 {{which is computed here}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.if affine_set<(d0)[s0] : (d0 - s0 - 1 == 0)>(%i)[%T] {
      affine.store %z, %s[] : memref<f32>
    }
  }
  affine.for %i = 1 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - 2 * s0 - 1 == 0)>(%i)[%T] {
      // expected-note@+1 {{the original's operand}}
      %x = affine.load %s[] : memref<f32>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S1"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

// expected-error@+1 {{polymem-check: live-out violated: with arg3 = 4, arg4 = 2: in the end arg2[] holds the initial value of arg2[]; in the original it is the value of S0[3]}}
func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %s: memref<f32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    affine.if affine_set<(d0)[s0] : (d0 - s0 - 1 == 0)>(%o)[%T] {
      %x = affine.load %A[symbol(%o)] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%o] %y : f32
      affine.store %z, %s[] : memref<f32>
    }
  }
  scratch.tile (%o) = (%c1) to (%n) step (%T) {
    affine.if affine_set<(d0)[s0] : (d0 - 2 * s0 - 1 == 0)>(%o)[%T] {
      // expected-error@+1 {{polymem-check: dataflow violated: with arg3 = 6, arg4 = 2: S1[5] reads arg2[] and gets the initial value of arg2[]; in the original it is the value of S0[3]}}
      %x = affine.load %s[] : memref<f32>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S1"[%o] %y : f32
      affine.store %z, %B[symbol(%o)] : memref<?xf32>
    }
  }
  return
}
