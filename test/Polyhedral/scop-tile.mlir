// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// A constant step: origins are congruent to the lower bound. Bounds are traced
// through arith and affine operations; mapped dimensions are coincident.
// CHECK-LABEL: scop @constant_step{{$}}
// CHECK-NEXT: context: [arg1] -> {  :  }{{$}}
// CHECK: S0: [arg1] -> { S0[i0, i1] : (-1 + i0) mod 32 = 0 and 0 < i0 < arg1 and i0 < i1 <= 31 + i0 and i1 < arg1 }{{$}}
// CHECK-NEXT: W0 must-write [arg1] -> { S0[i0, i1] -> arg0[i1] : (-1 + i0) mod 32 = 0 and 0 < i0 < arg1 and i0 < i1 <= 31 + i0 and i1 < arg1 }{{$}}
// CHECK-NEXT: schedule:{{$}}
// CHECK: schedule: "[arg1] -> [{ S0[i0, i1] -> [(i0)] }]"{{$}}
// CHECK: schedule: "[arg1] -> [{ S0[i0, i1] -> [(i1)] }]"{{$}}
// CHECK-NEXT: coincident: [ 1 ]{{$}}
func.func @constant_step(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c1) to (%n) step (%c32) {
    %ub = affine.min affine_map<()[s0, s1] -> (s0 + 32, s1)>()[%i, %n]
    %first = arith.addi %i, %c1 : index
    %step = arith.constant 1 : index
    scratch.tile (%ii) = (%first) to (%ub) step (%step) mapping [#gpu.thread<x>] {
      affine.store %c, %A[%ii] : memref<?xf32>
    }
  }
  return
}

// A run-time step is positive; every point may be an origin, so nothing is
// certain to be accessed.
// CHECK-LABEL: scop @symbolic_step{{$}}
// CHECK-NEXT: context: [arg1, arg2] -> {  : arg2 > 0 }{{$}}
// CHECK: S0: [arg1, arg2] -> { S0[i0, i1] : 0 <= i0 < arg1 and i0 <= i1 < arg2 + i0 and i1 < arg1 }{{$}}
// CHECK-NEXT: W0 may-write [arg1, arg2] -> { S0[i0, i1] -> arg0[i1] : 0 <= i0 < arg1 and i0 <= i1 < arg2 + i0 and i1 < arg1 }{{$}}
func.func @symbolic_step(%A: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c0) to (%n) step (%s) {
    affine.for %ii = %i to min affine_map<()[s0, s1, s2] -> (s0 + s1, s2)>()[%i, %s, %n] {
      affine.store %c, %A[%ii] : memref<?xf32>
    }
  }
  return
}
