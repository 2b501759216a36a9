// What `scratch.loop` says is proved, or shown to be wrong.

// RUN: polymem-opt %s --polymem-check=print -split-input-file -verify-diagnostics 2>&1 | FileCheck %s

// CHECK-LABEL: check @parallel
// CHECK: lifetimes: proved
// CHECK-NEXT: bands: VIOLATED
func.func @before(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %z = scratch.origin "S0"[%i, %j] %x : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @parallel(%A: memref<?x?xf32>, %n: index, %m: index)
    attributes {polymem.origin = @before} {
  affine.for %j = 1 to %m {
    // expected-note@+1 {{the loop}}
    affine.for %i = 1 to %n {
      // expected-note@+1 {{the other access}}
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %z = scratch.origin "S0"[%i, %j] %x : f32
      // expected-error@+1 {{polymem-check: bands violated: with arg2 = 2, arg1 = 3: iteration 1 of a loop marked parallel writes arg0[1, 1], which iteration 2 reads}}
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true, parallel = true>}
  } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true, parallel = true>}
  return
}

// -----

// Of a band of its own the same loop would be parallel: the loop around it
// carries the dependence.

// CHECK-LABEL: check @apart
// CHECK: bands: proved
func.func @before(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %z = scratch.origin "S0"[%i, %j] %x : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @apart(%A: memref<?x?xf32>, %n: index, %m: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %z = scratch.origin "S0"[%i, %j] %x : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    } {scratch.loop = #scratch.loop<band = 1, member = 0, permutable = true, parallel = true>}
  } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true>}
  return
}

// -----

// CHECK-LABEL: check @permutable
// CHECK: bands: VIOLATED
func.func @before(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %z = scratch.origin "S0"[%i, %j] %x : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @permutable(%A: memref<?x?xf32>, %n: index, %m: index)
    attributes {polymem.origin = @before} {
  affine.for %i = 1 to %n {
    // expected-note@+1 {{the loop}}
    affine.for %j = 1 to %m {
      // expected-note@+1 {{the other access}}
      %x = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %z = scratch.origin "S0"[%i, %j] %x : f32
      // expected-error@+1 {{polymem-check: bands violated: with arg1 = 3, arg2 = 3: iteration 2 of a loop of a band marked permutable writes arg0[1, 2], which iteration 1 reads, the later of them first}}
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
    } {scratch.loop = #scratch.loop<band = 0, member = 1, permutable = true>}
  } {scratch.loop = #scratch.loop<band = 0, member = 0, permutable = true>}
  return
}
