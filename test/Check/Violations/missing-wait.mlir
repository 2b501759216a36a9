// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The first copy is waited for, the second is not.

#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#set = affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, -d0 + s1 - 1 >= 0)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %y = arith.addf %a, %b : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %C[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scratch.tile (%o) = (%c0) to (%n) step (%c8) {
    %ba = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    %bb = scratch.alloc(%n)[%o] : memref<?xf32, #box>
    %t = scratch.copy_in %A to %ba over [#set](%o, %n) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
    // expected-note@+1 {{the copy, not waited for before}}
    %u = scratch.copy_in %B to %bb over [#set](%o, %n) : memref<?xf32> to memref<?xf32, #box> -> !scratch.token
    scratch.wait %t
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
      %a = affine.load %ba[%i] : memref<?xf32, #box>
      // expected-error@+1 {{polymem-check: asynchrony violated: with arg3 = 1: mem1[0] is accessed while an asynchronous copy writes it}}
      %b = affine.load %bb[%i] : memref<?xf32, #box>
      %y = arith.addf %a, %b : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %C[%i] : memref<?xf32>
    }
    scratch.wait %u
  }
  return
}
