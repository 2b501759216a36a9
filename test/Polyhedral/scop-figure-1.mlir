// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s

// Figure 1 of Baskaran et al. (PPoPP 2008): the reads and writes of each
// reference and, of each array, the elements read from outside and written.
// CHECK-LABEL: scop @figure_1{{$}}
// CHECK: S0: { S0[i0, i1] : 10 <= i0 <= 14 and 10 <= i1 <= 14 }{{$}}
// CHECK-NEXT: R0 must-read { S0[i0, i1] -> arg0[i0 + i1, 1 + i1] : 10 <= i0 <= 14 and 10 <= i1 <= 14 }{{$}}
// CHECK-NEXT: W1 must-write { S0[i0, i1] -> arg0[i0, 1 + i1] : 10 <= i0 <= 14 and 10 <= i1 <= 14 }{{$}}
// CHECK-NEXT: S1: { S1[i0, i1, i2] : 10 <= i0 <= 14 and 10 <= i1 <= 14 and 11 <= i2 <= 20 }{{$}}
// CHECK-NEXT: R2 must-read { S1[i0, i1, i2] -> arg0[i0, i2] : 10 <= i0 <= 14 and 10 <= i1 <= 14 and 11 <= i2 <= 20 }{{$}}
// CHECK-NEXT: R3 must-read { S1[i0, i1, i2] -> arg1[i0 + i1, i2] : 10 <= i0 <= 14 and 10 <= i1 <= 14 and 11 <= i2 <= 20 }{{$}}
// CHECK-NEXT: W4 must-write { S1[i0, i1, i2] -> arg1[i0, i1 + i2] : 10 <= i0 <= 14 and 10 <= i1 <= 14 and 11 <= i2 <= 20 }{{$}}
// CHECK: live-in: { arg1[i0, i1] : 20 <= i0 <= 28 and 11 <= i1 <= 20; arg0[i0, i1] : 11 <= i1 <= 20 and ((10 <= i0 <= 14 and i1 >= 12) or (-13 + i0 <= i1 <= 15 and i1 <= -9 + i0)) }{{$}}
// CHECK-NEXT: live-out: { arg0[i0, i1] : 10 <= i0 <= 14 and 11 <= i1 <= 15; arg1[i0, i1] : 10 <= i0 <= 14 and 21 <= i1 <= 34 }{{$}}
func.func @figure_1(%A: memref<200x200xf32>, %B: memref<200x200xf32>) {
  %three = arith.constant 3.0 : f32
  affine.for %i = 10 to 15 {
    affine.for %j = 10 to 15 {
      %a = affine.load %A[%i + %j, %j + 1] : memref<200x200xf32>
      %a3 = arith.mulf %a, %three : f32
      affine.store %a3, %A[%i, %j + 1] : memref<200x200xf32>
      affine.for %k = 11 to 21 {
        %left = affine.load %A[%i, %k] : memref<200x200xf32>
        %right = affine.load %B[%i + %j, %k] : memref<200x200xf32>
        %sum = arith.addf %left, %right : f32
        affine.store %sum, %B[%i, %j + %k] : memref<200x200xf32>
      }
    }
  }
  return
}
