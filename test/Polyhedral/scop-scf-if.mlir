// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// A condition on data is part of its statement. What both branches write is
// certainly written, by the second one in the list; the rest is not.
// CHECK-LABEL: scop @both{{$}}
// CHECK: S0: { S0[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: R0 must-read { S0[i0] -> arg0[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: W1 may-write { S0[i0] -> arg1[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: W2 may-write { S0[i0] -> arg0[0] : 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: W3 must-write { S0[i0] -> arg1[i0] : 0 <= i0 <= 99 }{{$}}
func.func @both(%A: memref<100xf32>, %B: memref<100xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 {
    %x = affine.load %A[%i] : memref<100xf32>
    %c = arith.cmpf ogt, %x, %z : f32
    scf.if %c {
      affine.store %x, %B[%i] : memref<100xf32>
      affine.store %x, %A[0] : memref<100xf32>
    } else {
      affine.store %z, %B[%i] : memref<100xf32>
    }
  }
  return
}

// CHECK-LABEL: scop @one{{$}}
// CHECK: S0: { S0[i0] : 0 <= i0 <= 99 }{{$}}
// CHECK-NEXT: W0 may-write { S0[i0] -> arg0[i0] : 0 <= i0 <= 99 }{{$}}
func.func @one(%A: memref<100xf32>, %c: i1) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 {
    scf.if %c {
      affine.store %z, %A[%i] : memref<100xf32>
    }
  }
  return
}
