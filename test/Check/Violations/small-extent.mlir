// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The buffer has 8 cells; with the halo 9 are used.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0 + 1), extents = ()[s0] -> (8)>
#tile = affine_set<(d0)[s0, s1] : (d0 - s0 + 1 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %x = affine.load %A[%i - 1] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c1) to (%n) step (%c8) {
    // expected-note@+1 {{the buffer}}
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    // expected-error@+1 {{polymem-check: storage violated: with arg2 = 9: mem0[8] is accessed, for which the buffer has no cell: it would be [8]}}
    scratch.copy_in %A to %b over [#tile](%o, %n) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
      %x = affine.load %b[%i - 1] : memref<?xf32, #box>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
