// RUN: polymem-opt %s --polymem-check=strict -verify-diagnostics -split-input-file -o /dev/null

// Two markers of the original have one name, for different instances: each is
// compared.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
    %k = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %y2 = arith.addf %x, %x : f32
    // expected-note@+1 {{the original's value}}
    %z2 = scratch.origin "S0"[%k] %y2 : f32
    affine.store %z2, %C[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
    %k = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    // expected-error@+1 {{polymem-check: expressions violated: S0 computes 'arith.mulf' where the original has 'arith.addf'}}
    %y2 = arith.mulf %x, %x : f32
    %z2 = scratch.origin "S0"[%k] %y2 : f32
    affine.store %z2, %C[%i] : memref<?xf32>
  }
  return
}

// -----

// The second one's operand is another.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  affine.for %i = 8 to 16 {
    // expected-note@+1 {{the original's operand}}
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to 16 {
    // expected-error@+1 {{polymem-check: dataflow violated: S0[8] reads arg0[0] and gets the initial value of arg0[0]; in the original it is the initial value of arg0[8]}}
    %x = affine.load %A[%i mod 8] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// -----

// One instance has two markers: no proof.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

// expected-error@+1 {{polymem-check: not decided: two markers of the original give instances one name, of 'S0'}}
func.func @after(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
