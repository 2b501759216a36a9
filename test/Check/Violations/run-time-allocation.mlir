// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The temporary of a tile has one element less than the tile.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %T: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  %m = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%T]
  scratch.tile (%o) = (%c0) to (%n) step (%T) {
    // expected-note@+1 {{the memory}}
    %t = memref.alloca(%m) : memref<?xf32>
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%o, %T, %n] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      // expected-error@+1 {{polymem-check: storage violated: with arg2 = 1, arg3 = 1: mem0[0] is accessed, which is out of bounds: its extent in dimension 0 is 0}}
      affine.store %z, %t[%i - symbol(%o)] : memref<?xf32>
      %u = affine.load %t[%i - symbol(%o)] : memref<?xf32>
      affine.store %u, %B[%i] : memref<?xf32>
    }
  }
  return
}
