// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// In sequence the values are right; but the loop is declared parallel.

func.func @before(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  // expected-note@+1 {{the loop}}
  affine.parallel (%i) = (1) to (symbol(%n)) {
    // expected-note@+1 {{the other access}}
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    // expected-error@+1 {{polymem-check: parallelism violated: with arg1 = 3: iteration 1 of a parallel loop writes arg0[1], which iteration 2 reads}}
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
