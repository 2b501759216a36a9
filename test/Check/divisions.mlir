// RUN: polymem-opt %s --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s

// Divisions that are executed where the original executes them, and those that
// cannot be undefined.

// CHECK-LABEL: check @hoisted_by_constant
// CHECK-NEXT: instances: proved
// CHECK: live-out: proved
func.func @constant(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  affine.for %i = 0 to %n {
    %c = arith.constant 7 : i32
    %y = arith.divsi %p, %c : i32
    affine.store %y, %B[%i] : memref<?xi32>
  }
  return
}

func.func @hoisted_by_constant(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @constant} {
  %c = arith.constant 7 : i32
  %y = arith.divsi %p, %c : i32
  affine.for %i = 0 to %n {
    affine.store %y, %B[%i] : memref<?xi32>
  }
  return
}

// Once is as undefined as any number of times.
// CHECK-LABEL: check @once
// CHECK-NEXT: instances: proved
// CHECK: live-out: proved
// CHECK: assumed: {{.*}}the original does not divide by zero, nor overflow in a division
func.func @often(%B: memref<?xi32>, %p: i32, %q: i32, %n: index) {
  affine.for %i = 0 to %n {
    %y = arith.divsi %p, %q : i32
    affine.store %y, %B[%i] : memref<?xi32>
  }
  return
}

func.func @once(%B: memref<?xi32>, %p: i32, %q: i32, %n: index)
    attributes {polymem.origin = @often} {
  affine.if affine_set<()[s0] : (s0 - 1 >= 0)>()[%n] {
    %y = arith.divsi %p, %q : i32
    affine.for %i = 0 to %n {
      affine.store %y, %B[%i] : memref<?xi32>
    }
  }
  return
}

// Data are divided in other tiles, at the same elements.
// CHECK-LABEL: check @data_tiled
// CHECK-NEXT: instances: proved
// CHECK: live-out: proved
func.func @data(%B: memref<?xi32>, %A: memref<?xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xi32>
    %y = affine.load %B[%i] : memref<?xi32>
    %d = arith.divsi %x, %y : i32
    %r = arith.remsi %d, %x : i32
    %z = scratch.origin "S0"[%i] %r : i32
    affine.store %z, %B[%i] : memref<?xi32>
  }
  return
}

func.func @data_tiled(%B: memref<?xi32>, %A: memref<?xi32>, %n: index)
    attributes {polymem.origin = @data} {
  affine.for %o = 0 to %n step 4 {
    affine.for %i = affine_map<(d0) -> (d0)>(%o) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%o)[%n] {
      %x = affine.load %A[%i] : memref<?xi32>
      %y = affine.load %B[%i] : memref<?xi32>
      %d = arith.divsi %x, %y : i32
      %r = arith.remsi %d, %x : i32
      %z = scratch.origin "S0"[%i] %r : i32
      affine.store %z, %B[%i] : memref<?xi32>
    }
  }
  return
}
