// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

func.func private @external(memref<?xf32>)

// A call may access all memory but allocations that it cannot reach.
// CHECK-LABEL: scop @call{{$}}
// CHECK: array mem0: memref memref<?xf32>, local{{$}}
// CHECK: array mem1: memref memref<?xf32>, live-out{{$}}
// CHECK: array arg1: memref memref<?xf32>, live-out{{$}}
// CHECK: array other: other memory, live-out{{$}}
// CHECK: S0: [arg2] -> { S0[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: R0 must-read [arg2] -> { S0[i0] -> mem0[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: W1 must-write [arg2] -> { S0[i0] -> mem1[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: W2 must-write [arg2] -> { S0[i0] -> arg1[i0] : 0 <= i0 < arg2 }{{$}}
// CHECK-NEXT: S1: [arg2] -> { S1[] }{{$}}
// CHECK-NEXT: R3 may-read [arg2] -> { S1[] -> mem1[o0] : 0 <= o0 < arg2 }{{$}}
// CHECK-NEXT: R4 may-read [arg2] -> { S1[] -> arg1[o0] : o0 >= 0 }{{$}}
// CHECK-NEXT: R5 may-read [arg2] -> { S1[] -> other[] }{{$}}
// CHECK-NEXT: W6 may-write [arg2] -> { S1[] -> mem1[o0] : 0 <= o0 < arg2 }{{$}}
// CHECK-NEXT: W7 may-write [arg2] -> { S1[] -> arg1[o0] : o0 >= 0 }{{$}}
// CHECK-NEXT: W8 may-write [arg2] -> { S1[] -> other[] }{{$}}
func.func @call(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  %local = memref.alloc(%n) : memref<?xf32>
  %given = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %local[%i] : memref<?xf32>
    affine.store %x, %given[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  func.call @external(%given) : (memref<?xf32>) -> ()
  return
}
