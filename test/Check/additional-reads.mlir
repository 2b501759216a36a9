// Instances that the original does not have may read anything from a buffer, as another element that is in the cell, as long as
// nobody sees what they compute.
// RUN: polymem-opt %s --split-input-file --polymem-check=strict -verify-diagnostics -o /dev/null

#ring = #scratch.mapping<(d0) -> (d0 mod 4), extents = () -> (4)>

func.func @before(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// Iteration n reads element n, in whose cell is element n - 4.
func.func @unseen(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @before} {
  %b = scratch.alloc(%n) : memref<?xf32, #ring>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 1)>()[%n] {
    %c = scratch.alloc() : memref<1xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (1)>>
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %v = affine.load %A[%i] : memref<?xf32>
      affine.store %v, %b[%i] : memref<?xf32, #ring>
    }
    %a = affine.load %b[%i] : memref<?xf32, #ring>
    %x = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %c[0] : memref<1xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (1)>>
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %w = affine.load %c[0] : memref<1xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (1)>>
      affine.store %w, %A[%i] : memref<?xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 4), extents = () -> (4)>

func.func @before(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    // expected-note@+1 {{the original's operand}}
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// Iteration n - 1 does as well, which the original has.
func.func @seen(%A: memref<?xf32>, %n: index) attributes {polymem.origin = @before} {
  %b = scratch.alloc(%n) : memref<?xf32, #ring>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 1)>()[%n] {
    %c = scratch.alloc() : memref<1xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (1)>>
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>(%i)[%n] {
      %v = affine.load %A[%i] : memref<?xf32>
      // expected-note@+2 {{written here}}
      // expected-note@+1 {{the last write}}
      affine.store %v, %b[%i] : memref<?xf32, #ring>
    }
    // expected-error@+2 {{dataflow violated}}
    // expected-error@+1 {{storage violated: with arg1 = 5: cell [0] is read for mem0[4] but holds mem0[0]}}
    %a = affine.load %b[%i] : memref<?xf32, #ring>
    %x = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %c[0] : memref<1xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (1)>>
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %w = affine.load %c[0] : memref<1xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (1)>>
      affine.store %w, %A[%i] : memref<?xf32>
    }
  }
  return
}

// -----

#ring = #scratch.mapping<(d0) -> (d0 mod 4), extents = () -> (4)>

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %x = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// What iteration n reads is stored as it is, too.
func.func @stored(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) attributes {polymem.origin = @before} {
  %b = scratch.alloc(%n) : memref<?xf32, #ring>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 + 1)>()[%n] {
    %c = scratch.alloc() : memref<2xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (2)>>
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %v = affine.load %A[%i] : memref<?xf32>
      // expected-note@+1 {{written here}}
      affine.store %v, %b[%i] : memref<?xf32, #ring>
    }
    // expected-error@+1 {{storage violated: with arg2 = 4: cell [0] is read for mem0[4] but holds mem0[0]}}
    %a = affine.load %b[%i] : memref<?xf32, #ring>
    %x = arith.addf %a, %a : f32
    %z = scratch.origin "S0"[%i] %x : f32
    affine.store %z, %c[0] : memref<2xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (2)>>
    affine.store %a, %c[1] : memref<2xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (2)>>
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %w = affine.load %c[0] : memref<2xf32, #scratch.mapping<(d0) -> (d0), extents = () -> (2)>>
      affine.store %w, %A[%i] : memref<?xf32>
    }
  }
  return
}
