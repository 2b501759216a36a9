// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The last tile is copied in beyond what the array is known to have. Nobody reads
// it there, but there may be nothing to copy.

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
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    // expected-error@+1 {{polymem-check: storage violated: with arg2 = 1: arg0[1] is accessed, which need not exist: the original does not access it}}
    scratch.copy_in %A to %b over [#tile](%o) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
      %x = affine.load %b[%i] : memref<?xf32, #box>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
