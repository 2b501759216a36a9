// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// A statement that adds to what is there runs twice: its result changes.

func.func @before(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-note@+1 {{the original's operand}}
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %k = 0 to 2 {
    affine.for %i = 0 to %n {
      // expected-error@+1 {{polymem-check: dataflow violated: with arg1 = 1: S0[0] reads arg0[0] and gets the value of S0[0]; in the original it is the initial value of arg0[0]}}
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.addf %x, %x : f32
      // expected-error@+1 {{polymem-check: instances violated: with arg1 = 1: S0[0] is executed and stored twice, in iteration [0, 0] and in iteration [1, 0]}}
      %z = scratch.origin "S0"[%i] %y : f32
      // expected-note@+1 {{the last write}}
      affine.store %z, %A[%i] : memref<?xf32>
    }
  }
  return
}
