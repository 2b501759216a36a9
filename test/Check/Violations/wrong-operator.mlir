// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The original multiplies.

func.func @before(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %a, %a : f32
    // expected-note@+1 {{the original's value}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    // expected-error@+1 {{polymem-check: expressions violated: S0 computes 'arith.addf' where the original has 'arith.mulf'}}
    %y = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
