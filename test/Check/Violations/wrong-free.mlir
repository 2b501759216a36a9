// RUN: polymem-opt %s --polymem-check -verify-diagnostics

// Memory that was not allocated on the heap, or a part of it, is not freed.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @stack(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  %t = memref.alloca(%n) : memref<?xf32>
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
  // expected-error@+1 {{polymem-check: lifetimes violated: mem0 is freed, but it is not on the heap}}
  memref.dealloc %t : memref<?xf32>
  return
}

func.func @view(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
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
  %v = memref.subview %t[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  // expected-error@+1 {{polymem-check: lifetimes violated: mem0 is freed through a view}}
  memref.dealloc %v : memref<?xf32, strided<[1]>>
  return
}
