// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// A carried value is a cell: written before the loop, read and written in the
// body, read after. There is one for each time the loop is entered.
// CHECK-LABEL: scop @sums{{$}}
// CHECK: array val0: scalar f32, local, depth 1{{$}}
// CHECK: S0: [arg2] -> { S0[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: W0 must-write [arg2] -> { S0[i0] -> val0[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: S1: [arg2] -> { S1[i0, i1] : 0 <= i0 < arg2 and 0 <= i1 < arg2 }{{$}}
// CHECK-NEXT: R1 must-read [arg2] -> { S1[i0, i1] -> arg0[i0, i1] : 0 <= i0 < arg2 and 0 <= i1 < arg2 }{{$}}
// CHECK-NEXT: R2 must-read [arg2] -> { S1[i0, i1] -> val0[i0] : 0 <= i0 < arg2 and 0 <= i1 < arg2 }{{$}}
// CHECK-NEXT: W3 must-write [arg2] -> { S1[i0, i1] -> val0[i0] : 0 <= i0 < arg2 and 0 <= i1 < arg2 }{{$}}
// CHECK-NEXT: S2: [arg2] -> { S2[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: R4 must-read [arg2] -> { S2[i0] -> val0[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: W5 must-write [arg2] -> { S2[i0] -> arg1[i0] : 0 <= i0 < arg2 }{{$}}
func.func @sums(%A: memref<?x?xf32>, %B: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %sum = affine.for %j = 0 to %n iter_args(%acc = %zero) -> f32 {
      %x = affine.load %A[%i, %j] : memref<?x?xf32>
      %s = arith.addf %acc, %x : f32
      affine.yield %s : f32
    }
    affine.store %sum, %B[%i] : memref<?xf32>
  }
  return
}

// A returned value is live-out.
// CHECK-LABEL: scop @returned{{$}}
// CHECK: array val0: scalar f32, live-out{{$}}
func.func @returned(%A: memref<?xf32>, %n: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %j = 0 to %n iter_args(%acc = %zero) -> f32 {
    %x = affine.load %A[%j] : memref<?xf32>
    %s = arith.addf %acc, %x : f32
    affine.yield %s : f32
  }
  return %sum : f32
}
