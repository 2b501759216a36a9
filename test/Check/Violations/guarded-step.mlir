// RUN: not polymem-opt %s --polymem-check=print -o /dev/null 2>&1 | FileCheck %s

// The step of a loop is positive where the loop is executed: what is done for
// other sizes is compared as well.

func.func @before(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %x : f32
    %z = scratch.origin "S0"[%i] %y : f32
    affine.store %z, %B[%i] : memref<?xf32>
  }
  return
}

// Where the guard does not hold, zeros are stored.
// CHECK-LABEL: check @guarded{{$}}
// CHECK: live-out: VIOLATED: with {{.*}}; run, with {{.*}} differs in the end
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
      %c = arith.constant 0.0 : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
  }
  return
}

// The guard is a loop: it has no iteration where the step is not positive.
// CHECK-LABEL: check @guarded_by_loop{{$}}
// CHECK: live-out: VIOLATED: with {{.*}}; run, with {{.*}} differs in the end
func.func @guarded_by_loop(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  affine.for %k = 0 to min affine_map<()[s0] -> (1, s0)>()[%p] {
    scratch.tile (%o) = (%c0) to (%n) step (%p) {
      affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
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

// Nothing is done for other sizes.
// CHECK-LABEL: check @nothing_otherwise{{$}}
// CHECK: live-out: VIOLATED: with {{.*}}; run, with {{.*}} differs in the end
func.func @nothing_otherwise(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
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
  }
  return
}

// Tiles of a size that is large enough, and nothing for others.
// CHECK-LABEL: check @guarded_by_size{{$}}
// CHECK: live-out: VIOLATED: with {{.*}}; run, with {{.*}} differs in the end
func.func @guarded_by_size(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
    attributes {polymem.origin = @before} {
  %c0 = arith.constant 0 : index
  affine.if affine_set<()[s0, s1] : (s0 - 1 >= 0, s1 - 9 >= 0)>()[%n, %p] {
    scratch.tile (%o) = (%c0) to (%n) step (%p) {
      affine.for %i = %o to min affine_map<()[s0, s1, s2] -> (s0 + s2, s1)>()[%o, %n, %p] {
        %x = affine.load %A[%i] : memref<?xf32>
        %y = arith.mulf %x, %x : f32
        %z = scratch.origin "S0"[%i] %y : f32
        affine.store %z, %B[%i] : memref<?xf32>
      }
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

// The loop is not executed without iterations of the one around it, and
// the step is not positive only then.
// CHECK-LABEL: check @not_reached{{$}}
// CHECK: live-out: VIOLATED: with {{.*}}; run, with {{.*}} differs in the end
func.func @not_reached(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %p: index)
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
  affine.if affine_set<()[s0, s1] : (-s0 >= 0, -s1 >= 0)>()[%n, %p] {
    %c = arith.constant 0.0 : f32
    affine.store %c, %B[0] : memref<?xf32>
  }
  return
}
