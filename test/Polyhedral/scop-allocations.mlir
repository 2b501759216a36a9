// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// An allocation in a loop is a new array in each iteration; it is not live-out.
// CHECK-LABEL: scop @in_loop{{$}}
// CHECK: [arg1] -> { arg0[i0] : i0 >= 0 }{{$}}
// CHECK-NEXT: array mem0: memref memref<?xf32>, local, depth 1{{$}}
// CHECK-NEXT: [arg1] -> { mem0[i0, i1] : 0 <= i0 < arg1 and 0 <= i1 < arg1 }{{$}}
// CHECK-NEXT: S0: [arg1] -> { S0[i0, i1] : 0 <= i0 < arg1 and 0 <= i1 < arg1 }{{$}}
// CHECK-NEXT: R0 must-read [arg1] -> { S0[i0, i1] -> arg0[i1] : 0 <= i0 < arg1 and 0 <= i1 < arg1 }{{$}}
// CHECK-NEXT: W1 must-write [arg1] -> { S0[i0, i1] -> mem0[i0, i1] : 0 <= i0 < arg1 and 0 <= i1 < arg1 }{{$}}
// CHECK-NEXT: S1: [arg1] -> { S1[i0] : 0 <= i0 < arg1 }{{$}}
// CHECK-NEXT: W2 may-write [arg1] -> { S1[i0] -> mem0[i0, o1] : 0 <= i0 < arg1 and 0 <= o1 < arg1 }{{$}}
func.func @in_loop(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %t = memref.alloc(%n) : memref<?xf32>
    affine.for %j = 0 to %n {
      %x = affine.load %A[%j] : memref<?xf32>
      affine.store %x, %t[%j] : memref<?xf32>
    }
    memref.dealloc %t : memref<?xf32>
  }
  return
}

// One that is returned is live-out.
// CHECK-LABEL: scop @returned{{$}}
// CHECK: array mem0: memref memref<?xf32>, live-out{{$}}
// CHECK: S0: [arg0] -> { S0[i0] : 0 <= i0 < arg0 }{{$}}
func.func @returned(%n: index) -> memref<?xf32> {
  %z = arith.constant 0.0 : f32
  %a = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %z, %a[%i] : memref<?xf32>
  }
  return %a : memref<?xf32>
}

// Copying a whole array writes all of it.
// CHECK-LABEL: scop @whole_copy{{$}}
// CHECK: array arg0: memref memref<4xf32>, local{{$}}
// CHECK-NEXT: { arg0[i0] : 0 <= i0 <= 3 }{{$}}
// CHECK-NEXT: array arg1: memref memref<4xf32>, live-out{{$}}
// CHECK-NEXT: { arg1[i0] : 0 <= i0 <= 3 }{{$}}
// CHECK-NEXT: S0: { S0[] }{{$}}
// CHECK-NEXT: R0 must-read { S0[] -> arg0[o0] : 0 <= o0 <= 3 }{{$}}
// CHECK-NEXT: W1 must-write { S0[] -> arg1[o0] : 0 <= o0 <= 3 }{{$}}
func.func @whole_copy(%A: memref<4xf32> {polymem.dead_out}, %B: memref<4xf32>) {
  memref.copy %A, %B : memref<4xf32> to memref<4xf32>
  return
}
