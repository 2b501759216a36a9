// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Rows and columns of B are exchanged.

func.func @before(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      // expected-note@+1 {{the original's operand}}
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %b, %b : f32
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @after(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      // expected-error@+1 {{polymem-check: dataflow violated: with arg2 = 2: S0[0, 1] reads arg1[1, 0] and gets the initial value of arg1[1, 0]; in the original it is the initial value of arg1[0, 1]}}
      %b = affine.load %B[%j, %i] : memref<?x?xf32>
      %y = arith.mulf %b, %b : f32
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
