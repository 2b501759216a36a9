// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// Operations of known effect may access the whole of their operands.
// CHECK-LABEL: scop @matmul{{$}}
// CHECK: S0: { S0[] }{{$}}
// CHECK-NEXT: R0 may-read { S0[] -> arg0[o0, o1] : 0 <= o0 <= 7 and 0 <= o1 <= 7 }{{$}}
// CHECK-NEXT: R1 may-read { S0[] -> arg1[o0, o1] : 0 <= o0 <= 7 and 0 <= o1 <= 7 }{{$}}
// CHECK-NEXT: R2 may-read { S0[] -> arg2[o0, o1] : 0 <= o0 <= 7 and 0 <= o1 <= 7 }{{$}}
// CHECK-NEXT: W3 may-write { S0[] -> arg2[o0, o1] : 0 <= o0 <= 7 and 0 <= o1 <= 7 }{{$}}
// CHECK-NEXT: R4 must-read { S0[] -> arg3[0, 0] }{{$}}
func.func @matmul(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>, %D: memref<8x8xf32>) {
  linalg.matmul ins(%A, %B : memref<8x8xf32>, memref<8x8xf32>) outs(%C : memref<8x8xf32>)
  %x = affine.load %D[0, 0] : memref<8x8xf32>
  return
}
