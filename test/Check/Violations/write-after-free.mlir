// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// What is written to the array that is gone is not read.

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
  %t = memref.alloc(%n) : memref<?xf32>
  // expected-note@+1 {{freed here}}
  memref.dealloc %t : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 1: mem0[0] is accessed after it was freed}}
    affine.store %x, %t[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}
