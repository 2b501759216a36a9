// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Three steps back are read, but the buffer keeps two elements.

#ring = #scratch.mapping<(d0) -> (d0 mod 2), extents = () -> (2)>

func.func @before(%A: memref<?xf32>, %T: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.mulf %a, %a : f32
    // expected-note@+1 {{which is computed here}}
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %T[%i] : memref<?xf32>
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      // expected-note@+1 {{the original's operand}}
      %t = affine.load %T[%i - 2] : memref<?xf32>
      %y = arith.addf %t, %t : f32
      %w = scratch.origin "S1"[%i] %y : f32
      affine.store %w, %A[%i] : memref<?xf32>
    }
  }
  return
}

func.func @after(%A: memref<?xf32>, %T: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %b = scratch.alloc(%n) : memref<?xf32, #ring>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.mulf %a, %a : f32
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %T[%i] : memref<?xf32>
    // expected-note@+2 {{the last write}}
    // expected-note@+1 {{written here}}
    affine.store %z, %b[%i] : memref<?xf32, #ring>
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      // expected-error@+2 {{polymem-check: dataflow violated: with arg2 = 3: S1[2] reads mem0[0] and gets the value of S0[2]; in the original it is the value of S0[0]}}
      // expected-error@+1 {{polymem-check: storage violated: with arg2 = 3: cell [0] is read for mem0[0] but holds mem0[2]}}
      %t = affine.load %b[%i - 2] : memref<?xf32, #ring>
      %y = arith.addf %t, %t : f32
      %w = scratch.origin "S1"[%i] %y : f32
      affine.store %w, %A[%i] : memref<?xf32>
    }
  }
  return
}
