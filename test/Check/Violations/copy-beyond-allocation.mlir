// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The copy takes all of the last tile's elements from an array that ends in it.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#tile = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>

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
  // expected-note@+1 {{the memory}}
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<?xf32>
  }
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    // expected-error@+1 {{polymem-check: storage violated: with arg2 = 1: mem0[1] is accessed, which is out of bounds: its extent in dimension 0 is 1}}
    scratch.copy_in %t to %b over [#tile](%o) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
      %u = affine.load %b[%i] : memref<?xf32, #box>
      affine.store %u, %B[%i] : memref<?xf32>
    }
  }
  memref.dealloc %t : memref<?xf32>
  return
}
