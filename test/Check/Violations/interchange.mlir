// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Interchanged loops run a dependence of distance (1, -1) backwards.

func.func @before(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      // expected-note@+1 {{the original's operand}}
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      // expected-note@+2 {{which is computed here}}
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @after(%A: memref<?x?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %i = 1 to %n {
      // expected-error@+1 {{polymem-check: dataflow violated: with arg1 = 3: S0[2, 0] reads arg0[1, 1] and gets the initial value of arg0[1, 1]; in the original it is the value of S0[1, 1]}}
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %y = arith.addf %x, %x : f32
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
