// RUN: polymem-opt %s --polymem-check=strict -verify-diagnostics -o /dev/null
// RUN: polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// A name may stand at several places, in both programs: an original that was
// unrolled, or split, names each instance once all the same.

// CHECK-LABEL: check @together
// CHECK-NEXT:    instances: proved
// CHECK-NEXT:    expressions: proved
// CHECK-NEXT:    dataflow: proved
// CHECK-NEXT:    live-out: proved
func.func @split(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 2)>()[%n] {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  affine.for %i = affine_map<()[s0] -> (s0 floordiv 2)>()[%n] to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @together(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @split} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: check @unrolled
// CHECK-NEXT:    instances: proved
// CHECK-NEXT:    expressions: proved
// CHECK-NEXT:    dataflow: proved
// CHECK-NEXT:    live-out: proved
func.func @rolled(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 * 2)>()[%n] {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

func.func @unrolled(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @rolled} {
  affine.for %i = 0 to affine_map<()[s0] -> (s0 * 2)>()[%n] step 2 {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
    %i1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %x1 = affine.load %A[%i1] : memref<?xf32>
    %y1 = arith.mulf %x1, %x1 : f32
    %z1 = scratch.origin "S0"[%i1] %y1 : f32
    affine.store %z1, %B[%i1] : memref<?xf32>
  }
  return
}

// What one name means may differ from place to place.
// CHECK-LABEL: check @pieces
// CHECK-NEXT:    instances: proved
// CHECK-NEXT:    expressions: proved
// CHECK-NEXT:    dataflow: proved
// CHECK-NEXT:    live-out: proved
func.func @two_meanings(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %k = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    %z = scratch.origin "S0"[%k] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}

func.func @pieces(%A: memref<?xf32>, %B: memref<?xf32>, %n: index)
    attributes {polymem.origin = @two_meanings} {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
    %k = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
    %y2 = arith.addf %x, %x : f32
    %z2 = scratch.origin "S0"[%k] %y2 : f32
    affine.store %z2, %A[%i] : memref<?xf32>
  }
  return
}

// The number of dimensions is part of a name.
// CHECK-LABEL: check @dimensions
// CHECK-NEXT:    instances: proved
// CHECK-NEXT:    expressions: proved
// CHECK-NEXT:    dataflow: proved
// CHECK-NEXT:    live-out: proved
func.func @ranks(%A: memref<?xf32>, %B: memref<f32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %A[%i] : memref<?xf32>
  }
  %x = affine.load %B[] : memref<f32>
  %y = arith.addf %x, %x : f32
  %z = scratch.origin "S0"[] %y : f32
  affine.store %z, %B[] : memref<f32>
  return
}

func.func @dimensions(%A: memref<?xf32>, %B: memref<f32>, %n: index)
    attributes {polymem.origin = @ranks} {
  %x = affine.load %B[] : memref<f32>
  %y = arith.addf %x, %x : f32
  %z = scratch.origin "S0"[] %y : f32
  affine.store %z, %B[] : memref<f32>
  affine.for %i = 0 to %n {
    %x0 = affine.load %A[%i] : memref<?xf32>
    %y0 = arith.mulf %x0, %x0 : f32
    %z0 = scratch.origin "S0"[%i] %y0 : f32
    affine.store %z0, %A[%i] : memref<?xf32>
  }
  return
}
