// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// No array has that many elements.

#less = #scratch.mapping<(d0)[s0] -> (d0), extents = ()[s0] -> (s0 - 1)>

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
  %m = affine.apply affine_map<()[s0] -> (s0 - 3)>()[%n]
  // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 0: mem0 is allocated with a negative extent in dimension 1}}
  %t = memref.alloca(%m) : memref<4x?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @loop(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to 4 {
    %m = affine.apply affine_map<(d0) -> (2 - d0)>(%i)
    // expected-error@+1 {{polymem-check: lifetimes violated: mem0 is allocated with a negative extent in dimension 0}}
    %t = memref.alloc(%m) : memref<?xf32>
    memref.dealloc %t : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @buffer(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  // expected-error@+1 {{polymem-check: lifetimes violated: with arg2 = 0: mem0 is allocated with a negative extent in dimension 0}}
  %t = scratch.alloc(%n)[%n] : memref<?xf32, #less>
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}
