// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Nobody uses what is read, but there is nothing to read.

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
  // expected-note@+1 {{the memory}}
  %t = memref.alloca() : memref<4xf32>
  affine.for %i = 0 to %n {
    // expected-error@+1 {{polymem-check: storage violated: with arg2 = 5: mem0[4] is accessed, which is out of bounds: its extent in dimension 0 is 4}}
    %x = affine.load %t[%i] : memref<4xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}
