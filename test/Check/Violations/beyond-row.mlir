// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Column 4 of a row with four columns is column 0 of the next one.

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
  %r = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%n]
  // expected-note@+1 {{the memory}}
  %t = memref.alloc(%r) : memref<?x4xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    // expected-error@+1 {{polymem-check: storage violated: with arg2 = 1: mem0[0, 4] is accessed, which is out of bounds: its extent in dimension 1 is 4}}
    affine.store %z, %t[%i, 4] : memref<?x4xf32>
    affine.store %x, %t[%i + 1, 0] : memref<?x4xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i, 4] : memref<?x4xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  memref.dealloc %t : memref<?x4xf32>
  return
}
