// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// The temporary array has one element too few; with no iterations, less than none.

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
  %m = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%n]
  // expected-error@+2 {{polymem-check: lifetimes violated: with arg2 = 0: mem0 is allocated with a negative extent in dimension 0}}
  // expected-note@+1 {{the memory}}
  %t = memref.alloc(%m) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    // expected-error@+1 {{polymem-check: storage violated: with arg2 = 1: mem0[0] is accessed, which is out of bounds: its extent in dimension 0 is 0}}
    affine.store %z, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?xf32>
  return
}
