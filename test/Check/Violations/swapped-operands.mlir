// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// a - b became b - a; the exchanged factors are no difference.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-note@+1 {{the original's operand}}
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %d = arith.subf %a, %b : f32
    %y = arith.mulf %d, %a : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    // expected-error@+1 {{polymem-check: dataflow violated: with arg3 = 1: S0[0] reads arg1[0] and gets the initial value of arg1[0]; in the original it is the initial value of arg0[0]}}
    %b = affine.load %B[%i] : memref<?xf32>
    %d = arith.subf %b, %a : f32
    %y = arith.mulf %a, %d : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}
