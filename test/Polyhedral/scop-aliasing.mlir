// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

memref.global "private" @g : memref<4xf32> = dense<1.0>

// A global is one array, however often it is looked up. A memref of unknown
// origin may be any memory but a local allocation.
// CHECK-LABEL: scop @origins{{$}}
// CHECK: array g: memref memref<4xf32>, live-out{{$}}
// CHECK: array mem0: memref memref<4xf32>, local{{$}}
// CHECK: array other: other memory, live-out{{$}}
// CHECK: array arg0: memref memref<4xf32>, live-out{{$}}
// CHECK: S0: { S0[i0] : 0 <= i0 <= 3 }{{$}}
// CHECK-NEXT: R0 must-read { S0[i0] -> g[i0] : 0 <= i0 <= 3 }{{$}}
// CHECK-NEXT: W1 must-write { S0[i0] -> mem0[i0] : 0 <= i0 <= 3 }{{$}}
// CHECK-NEXT: W2 may-write { S0[i0] -> g[o0] : 0 <= i0 <= 3 and 0 <= o0 <= 3 }{{$}}
// CHECK-NEXT: W3 may-write { S0[i0] -> other[] : 0 <= i0 <= 3 }{{$}}
// CHECK-NEXT: W4 may-write { S0[i0] -> arg0[o0] : 0 <= i0 <= 3 and 0 <= o0 <= 3 }{{$}}
// CHECK-NEXT: S1: { S1[] }{{$}}
// CHECK-NEXT: R5 must-read { S1[] -> g[0] }{{$}}
// CHECK-NEXT: W6 must-write { S1[] -> arg0[0] }{{$}}
func.func @origins(%B: memref<4xf32>, %c: i1) {
  %local = memref.alloca() : memref<4xf32>
  %g = memref.get_global @g : memref<4xf32>
  %either = arith.select %c, %g, %B : memref<4xf32>
  affine.for %i = 0 to 4 {
    %again = memref.get_global @g : memref<4xf32>
    %x = affine.load %again[%i] : memref<4xf32>
    affine.store %x, %local[%i] : memref<4xf32>
    affine.store %x, %either[%i] : memref<4xf32>
  }
  %y = affine.load %g[0] : memref<4xf32>
  affine.store %y, %B[0] : memref<4xf32>
  return
}
