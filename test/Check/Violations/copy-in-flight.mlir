// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The buffer ends, and its cells are used again, when a copy to it goes on.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#tile = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 1: mem0[0] may still be written when it is gone: nobody waits for the copy}}
    %k = scratch.copy_in %A to %b over [#tile](%o, %n) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @sometimes(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 1: mem0[0] may still be written when it is gone: nobody waits for the copy}}
    %k = scratch.copy_in %A to %b over [#tile](%o, %n) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
    affine.if affine_set<()[s0] : (s0 - 8 >= 0)>()[%o] {
      scratch.wait %k
    }
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}
