// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// A dependence of distance (1, -1) forbids tiles, of whatever size.

func.func @before(%A: memref<?x?xf32>, %n: index, %T: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      // expected-note@+1 {{the original's operand}}
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %y = arith.addf %x, %x : f32
      // expected-note@+1 {{which is computed here}}
      %z = scratch.origin "S0"[%i, %j] %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @after(%A: memref<?x?xf32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%n]
  scratch.tile (%oi, %oj) = (%c1, %c0) to (%n, %m) step (%T, %T) {
    affine.for %i = %oi to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%oi, %T, %n] {
      affine.for %j = %oj to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2 - 1)>()[%oj, %T, %n] {
        // expected-error@+1 {{polymem-check: dataflow violated: with arg1 = 4, arg2 = 2: S0[2, 1] reads arg0[1, 2] and gets the initial value of arg0[1, 2]; in the original it is the value of S0[1, 2]}}
        %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
        %y = arith.addf %x, %x : f32
        %z = scratch.origin "S0"[%i, %j] %y : f32
        affine.store %z, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
