// RUN: not polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// Where tile sizes are named in conditions, those next to them are tried for a
// counterexample.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index, %q: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Size 5 is the first that does nothing.
// CHECK-LABEL: check @up_to_four{{$}}
// CHECK-NEXT: instances: VIOLATED: with {{.*}}arg3 = 5{{.*}} is not executed; run, with {{.*}} differs in the end
func.func @up_to_four(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index, %q: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%p) {
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
      affine.if affine_set<()[s0, s1, s2] : (4 - s1 >= 0)>()[%n, %p, %q] {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// One size is left out.
// CHECK-LABEL: check @not_seven{{$}}
// CHECK-NEXT: instances: VIOLATED: with {{.*}}arg3 = 7{{.*}} is not executed; run, with {{.*}} differs in the end
func.func @not_seven(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index, %q: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  scratch.tile (%o) = (%c0) to (%n) step (%p) {
    affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
      affine.if affine_set<()[s0, s1, s2] : (6 - s1 >= 0)>()[%n, %p, %q] {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
      affine.if affine_set<()[s0, s1, s2] : (s1 - 8 >= 0)>()[%n, %p, %q] {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
    }
  }
  return
}

// Larger ones are.
// CHECK-LABEL: check @from_forty{{$}}
// CHECK-NEXT: instances: VIOLATED: with {{.*}}arg3 = 40{{.*}} is not executed; run, with {{.*}} differs in the end
func.func @from_forty(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index, %q: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  affine.if affine_set<()[s0, s1, s2] : (39 - s1 >= 0)>()[%n, %p, %q] {
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
