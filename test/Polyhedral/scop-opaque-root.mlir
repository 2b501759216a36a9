// RUN: polymem-opt %s --polymem-print-scop=root=affine.for -o /dev/null 2>&1 | FileCheck %s

// A loop that is not affine is one statement, also when it is all there is to
// model: its variable is no parameter. Its result is used after it.
// CHECK-LABEL: scop @semi_affine affine.for
// CHECK-NOT: parameter
// CHECK: array val0: scalar f32, live-out
// CHECK: S0: { S0[] }
// CHECK-NEXT: W0 may-write { S0[] -> arg0[o0] : 0 <= o0 <= 99 }
// CHECK-NEXT: W1 must-write { S0[] -> val0[] }
func.func @semi_affine(%A: memref<100xf32>, %n: index, %m: index) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to affine_map<()[s0, s1] -> (s0 * s1)>()[%n, %m] iter_args(%x = %c) -> f32 {
    affine.store %x, %A[%i] : memref<100xf32>
    %y = arith.addf %x, %x : f32
    affine.yield %y : f32
  }
  return %r : f32
}

// The result of a loop that is affine is live-out of it as well.
// CHECK-LABEL: scop @affine affine.for
// CHECK: array val0: scalar f32, live-out
// CHECK: S0: { S0[] }
// CHECK-NEXT: W0 must-write { S0[] -> val0[] }
// CHECK-NEXT: S1: { S1[i0] : 0 <= i0 <= 9 }
// CHECK: must-write { S1[i0] -> val0[]
func.func @affine(%A: memref<100xf32>) -> f32 {
  %c = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 10 iter_args(%x = %c) -> f32 {
    %y = affine.load %A[%i] : memref<100xf32>
    %z = arith.addf %x, %y : f32
    affine.yield %z : f32
  }
  return %r : f32
}
