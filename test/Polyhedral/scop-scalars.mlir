// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// A value defined in one statement and used in another, inside a loop: a new
// one in each iteration. Function arguments and constants are no cells.
// CHECK-LABEL: scop @across{{$}}
// CHECK: array val0: scalar f32, local, depth 1{{$}}
// CHECK: S0: [arg3] -> { S0[i0] : 0 <= i0 < arg3 }{{$}}
// CHECK-NEXT: R0 must-read [arg3] -> { S0[i0] -> arg0[i0] : 0 <= i0 < arg3 }{{$}}
// CHECK-NEXT: W1 must-write [arg3] -> { S0[i0] -> val0[i0] : 0 <= i0 < arg3 }{{$}}
// CHECK-NEXT: S1: [arg3] -> { S1[i0, i1] : 0 <= i0 < arg3 and 0 <= i1 < arg3 }{{$}}
// CHECK-NEXT: R2 must-read [arg3] -> { S1[i0, i1] -> val0[i0] : 0 <= i0 < arg3 and 0 <= i1 < arg3 }{{$}}
// CHECK-NEXT: W3 must-write [arg3] -> { S1[i0, i1] -> arg1[i0, i1] : 0 <= i0 < arg3 and 0 <= i1 < arg3 }{{$}}
func.func @across(%A: memref<?xf32>, %B: memref<?x?xf32>, %alpha: f32, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %alpha : f32
    affine.for %j = 0 to %n {
      affine.store %y, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Several stores of one block, sharing loads, are one statement.
// CHECK-LABEL: scop @shared{{$}}
// CHECK: array arg0: memref memref<?xf32>, live-out{{$}}
// CHECK: array arg1: memref memref<?xf32>, live-out{{$}}
// CHECK: array arg2: memref memref<?xf32>, live-out{{$}}
// CHECK: S0: [arg3] -> { S0[i0] : 0 <= i0 < arg3 }{{$}}
// CHECK-NEXT: R0 must-read [arg3] -> { S0[i0] -> arg0[i0] : 0 <= i0 < arg3 }{{$}}
// CHECK-NEXT: W1 must-write [arg3] -> { S0[i0] -> arg1[i0] : 0 <= i0 < arg3 }{{$}}
// CHECK-NEXT: W2 must-write [arg3] -> { S0[i0] -> arg2[1 + i0] : 0 <= i0 < arg3 }{{$}}
func.func @shared(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
    affine.store %x, %C[%i + 1] : memref<?xf32>
  }
  return
}
