// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// One band with a member per dimension, all coincident.
// CHECK-LABEL: scop @parallel{{$}}
// CHECK: S0: [arg1] -> { S0[i0, i1] : (i0) mod 2 = 0 and 0 <= i0 <= 99 and i0 < arg1 and 0 <= i1 <= 99 }{{$}}
// CHECK: schedule:{{$}}
// CHECK: schedule: "[arg1] -> [{ S0[i0, i1] -> [(i0)] }, { S0[i0, i1] -> [(i1)] }]"{{$}}
// CHECK-NEXT: coincident: [ 1, 1 ]{{$}}
func.func @parallel(%A: memref<100x100xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.parallel (%i, %j) = (0, 0) to (min(%n, 100), 100) step (2, 1) {
    affine.store %c, %A[%i, %j] : memref<100x100xf32>
  }
  return
}

// A reduction accumulates in a cell, in order: not coincident.
// CHECK-LABEL: scop @reduction{{$}}
// CHECK: array val0: scalar f32, local{{$}}
// CHECK: S0: { S0[] }{{$}}
// CHECK-NEXT: W0 must-write { S0[] -> val0[] }{{$}}
// CHECK-NEXT: S1: { S1[i0] : 0 <= i0 <= 9 }{{$}}
// CHECK: R2 must-read { S1[i0] -> val0[] : 0 <= i0 <= 9 }{{$}}
// CHECK-NEXT: W3 must-write { S1[i0] -> val0[] : 0 <= i0 <= 9 }{{$}}
// CHECK-NEXT: S2: { S2[] }{{$}}
// CHECK-NEXT: R4 must-read { S2[] -> val0[] }{{$}}
// CHECK-NOT: coincident
func.func @reduction(%A: memref<10xf32>, %B: memref<1xf32>) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 {
    %x = affine.load %A[%i] : memref<10xf32>
    affine.yield %x : f32
  }
  affine.store %r, %B[0] : memref<1xf32>
  return
}
