// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Of a tile of run-time size the halo is not copied in.

#box = #scratch.mapping<(d0)[s0, s1] -> (d0 - s0 + 1), extents = ()[s0, s1] -> (s1 + 1)>
#tile = affine_set<(d0)[s0, s1, s2] : (d0 - s0 >= 0, -d0 + s0 + s2 - 1 >= 0, -d0 + s1 - 2 >= 0)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index) {
  affine.for %i = 1 to %n {
    // expected-note@+1 {{the original's operand}}
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c1) to (%n) step (%T) {
    %b = scratch.alloc(%n)[%o, %T] : memref<?xf32, #box>
    scratch.copy_in %A to %b over [#tile](%o, %n, %T) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%o, %T, %n] {
      // expected-error@+1 {{polymem-check: dataflow violated: with arg2 = 2, arg3 = 1: S0[1] reads mem0[0] and gets undefined; in the original it is the initial value of arg0[0]}}
      %x = affine.load %b[%i - 1] : memref<?xf32, #box>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
