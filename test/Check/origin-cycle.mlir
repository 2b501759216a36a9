// RUN: polymem-opt %s --polymem-check -verify-diagnostics -split-input-file -o /dev/null

// Every function that says it has an origin is compared with it, also if others
// are compared with that function.

func.func @before(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @after} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    // expected-error@+1 {{expressions violated: S0 computes 'arith.mulf' where the original has 'arith.addf'}}
    %y = arith.mulf %x, %x : f32
    // expected-note@+1 {{the original's value}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    // expected-error@+1 {{expressions violated: S0 computes 'arith.addf' where the original has 'arith.mulf'}}
    %y = arith.addf %x, %x : f32
    // expected-note@+1 {{the original's value}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// -----

// A cycle of three, one of which differs from the one before it.

func.func @a(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @c} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    // expected-error@+1 {{S0 computes 'arith.mulf' where the original has 'arith.subf'}}
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @b(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @a} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    // expected-note@+1 {{the original's value}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @c(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @b} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    // expected-error@+1 {{S0 computes 'arith.subf' where the original has 'arith.mulf'}}
    %y = arith.subf %x, %x : f32
    // expected-note@+1 {{the original's value}}
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
