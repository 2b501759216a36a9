// RUN: polymem-opt %s --allow-unregistered-dialect --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// An operation of unknown effect may do anything, also what no memref names.
// CHECK-LABEL: scop @unknown{{$}}
// CHECK: array other: other memory, live-out{{$}}
// CHECK: array arg0: memref memref<10xf32>, live-out{{$}}
// CHECK: S0: { S0[i0] : 0 <= i0 <= 9 }{{$}}
// CHECK-NEXT: R0 may-read { S0[i0] -> other[] : 0 <= i0 <= 9 }{{$}}
// CHECK-NEXT: R1 may-read { S0[i0] -> arg0[o0] : 0 <= i0 <= 9 and 0 <= o0 <= 9 }{{$}}
// CHECK-NEXT: W2 may-write { S0[i0] -> other[] : 0 <= i0 <= 9 }{{$}}
// CHECK-NEXT: W3 may-write { S0[i0] -> arg0[o0] : 0 <= i0 <= 9 and 0 <= o0 <= 9 }{{$}}
// CHECK-NEXT: W4 must-write { S0[i0] -> arg0[i0] : 0 <= i0 <= 9 }{{$}}
func.func @unknown(%A: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %r = "test.op"() : () -> f32
    affine.store %r, %A[%i] : memref<10xf32>
  }
  return
}
