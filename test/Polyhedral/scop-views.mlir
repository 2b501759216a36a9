// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// Views are resolved to the memref they look at: offsets and strides compose.
// CHECK-LABEL: scop @subviews{{$}}
// CHECK: W0 must-write [arg1] -> { S0[i0, i1] -> arg0[i0, 2 + 3arg1 + 6i1] : 0 <= i0 <= 9 and 0 <= i1 <= 4 }{{$}}
func.func @subviews(%A: memref<100x100xf32>, %n: index) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 10 {
    %v = memref.subview %A[%i, 2][1, 20][1, 3] : memref<100x100xf32> to memref<20xf32, strided<[3], offset: ?>>
    %w = memref.subview %v[%n][5][2] : memref<20xf32, strided<[3], offset: ?>> to memref<5xf32, strided<[6], offset: ?>>
    affine.for %j = 0 to 5 {
      affine.store %c, %w[%j] : memref<5xf32, strided<[6], offset: ?>>
    }
  }
  return
}

// Copying a view accesses its elements, each for certain.
// CHECK-LABEL: scop @copy{{$}}
// CHECK: R0 must-read { S0[] -> arg0[o0, o1] : (o1) mod 2 = 0 and 10 <= o0 <= 11 and 20 <= o1 <= 24 }{{$}}
// CHECK-NEXT: W1 must-write { S0[] -> arg1[o0, o1] : 0 <= o0 <= 1 and 0 <= o1 <= 2 }{{$}}
func.func @copy(%A: memref<100x100xf32>, %B: memref<2x3xf32>) {
  %v = memref.subview %A[10, 20][2, 3][1, 2] : memref<100x100xf32> to memref<2x3xf32, strided<[100, 2], offset: 1020>>
  %d = memref.cast %v : memref<2x3xf32, strided<[100, 2], offset: 1020>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  memref.copy %d, %B : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<2x3xf32>
  return
}

// A view that is not affine, or has other dimensions: any element of the base.
// CHECK-LABEL: scop @reshaped{{$}}
// CHECK: W0 may-write [arg1] -> { S0[] -> arg0[o0, o1] : 0 <= o0 <= 3 and 0 <= o1 <= 3 }{{$}}
// CHECK-NEXT: W1 may-write [arg1] -> { S0[] -> arg0[o0, o1] : 0 <= o0 <= 3 and 0 <= o1 <= 3 }{{$}}
func.func @reshaped(%A: memref<4x4xf32>, %s: index) {
  %c = arith.constant 1.0 : f32
  %flat = memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  affine.store %c, %flat[3] : memref<16xf32>
  %v = memref.subview %A[0, 0][2, 2][1, %s] : memref<4x4xf32> to memref<2x2xf32, strided<[4, ?]>>
  affine.store %c, %v[1, 1] : memref<2x2xf32, strided<[4, ?]>>
  return
}
