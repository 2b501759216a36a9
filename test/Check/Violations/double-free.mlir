// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// With five elements it is freed twice; so is an empty one below.

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
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  affine.if affine_set<()[s0] : (s0 - 5 == 0)>()[%n] {
    // expected-note@+1 {{freed here}}
    memref.dealloc %t : memref<?xf32>
  }
  // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 5: mem0 is freed twice}}
  memref.dealloc %t : memref<?xf32>
  return
}

func.func @empty(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %t[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %t[%i] : memref<?xf32>
    affine.store %u, %B[%i] : memref<?xf32>
  }
  affine.if affine_set<()[s0] : (s0 == 0)>()[%n] {
    // expected-note@+1 {{freed here}}
    memref.dealloc %t : memref<?xf32>
  }
  // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 0: mem0 is freed twice}}
  memref.dealloc %t : memref<?xf32>
  return
}

func.func @loop(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 2: mem0 is freed twice}}
    memref.dealloc %t : memref<8xf32>
  }
  return
}
