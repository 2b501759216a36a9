// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Tiles run at the same time, and each copies out one element of the next.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (9)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 8 >= 0, -d0 + s1 - 1 >= 0)>

func.func @before(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  // expected-note@+1 {{the loop}}
  scratch.tile (%o) = (%c0) to (%n) step (%c8) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    // expected-note@+1 {{the other access}}
    scratch.copy_in %A to %b over [#set](%o, %n) : memref<?xf32> to memref<?xf32, #box>
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
      %x = affine.load %b[%i] : memref<?xf32, #box>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %b[%i] : memref<?xf32, #box>
    }
    // expected-error@+1 {{polymem-check: parallelism violated: with arg1 = 9: iteration 0 of a parallel loop writes arg0[8], which iteration 8 reads}}
    scratch.copy_out %b to %A over [#set](%o, %n) : memref<?xf32, #box> to memref<?xf32>
  }
  return
}
