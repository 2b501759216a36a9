// RUN: polymem-opt %s --polymem-check="strict print" -o /dev/null 2>&1 | FileCheck %s

// The step of a loop is positive where the loop is executed, and only there.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// A guard that chooses between tiles and none.
// CHECK-LABEL: check @guarded{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
// CHECK: assumed:
// CHECK-NOT: step
func.func @guarded(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  affine.if affine_set<()[s0, s1] : (s1 - 1 >= 0)>()[%n, %p] {
    scratch.tile (%o) = (%c0) to (%n) step (%p) {
      affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
    }
  } else {
    affine.for %i = 0 to %n {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

// A step that is not positive is undefined: that is assumed, and said.
// CHECK-LABEL: check @unguarded{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
// CHECK: assumed: {{.*}}arg3 > 0 where it is the step of a loop
func.func @unguarded(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%p) {
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  return
}

// The loop is not executed where another around it is not: nothing else is.
// CHECK-LABEL: check @in_a_loop{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
// CHECK: assumed: {{.*}}arg3 > 0 where it is the step of a loop
func.func @in_a_loop(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  affine.for %k = 0 to min affine_map<()[s0] -> (1, s0)>()[%n] {
    scratch.tile (%o) = (%c0) to (%n) step (%p) {
      affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// What else is done for such steps does not matter.
// CHECK-LABEL: check @undefined_otherwise{{$}}
// CHECK-NEXT: instances: proved
// CHECK-NEXT: expressions: proved
// CHECK-NEXT: dataflow: proved
// CHECK-NEXT: live-out: proved
// CHECK: assumed: {{.*}}arg3 > 0 where it is the step of a loop
func.func @undefined_otherwise(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%p) {
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
      %x = affine.load %A[%i] : memref<?xf32>
      %y = arith.mulf %x, %x : f32
      %z = scratch.origin "S0"[%i] %y : f32
      affine.store %z, %B[%i] : memref<?xf32>
    }
  }
  affine.if affine_set<()[s0, s1] : (-s1 >= 0)>()[%n, %p] {
    affine.for %i = 0 to %n {
      %c = arith.constant 0.0 : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
  }
  return
}
