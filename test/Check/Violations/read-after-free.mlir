// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// One iteration of the tile frees its array when another is to come.

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
    %t = memref.alloc() : memref<8xf32>
    affine.for %i = %o to min affine_map<()[s0, s1] -> (s0 + 8, s1)>()[%o, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 8: mem0[7] is accessed after it was freed}}
      affine.store %z, %t[%i - symbol(%o)] : memref<8xf32>
      affine.if affine_set<(d0)[s0] : (d0 - s0 - 6 == 0)>(%i)[%o] {
        // expected-note@+1 {{freed here}}
        memref.dealloc %t : memref<8xf32>
      }
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}
