// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// An imperfect nest with sizes from memref.dim: two statements, one parameter
// for each size however often it is computed.

// CHECK-LABEL: scop @gemm
// CHECK-NEXT: context: [arg0_dim0, arg1_dim1, arg0_dim1] -> {  : arg0_dim0 >= 0 and arg1_dim1 >= 0 and arg0_dim1 >= 0 }
// CHECK: S0: {{.*}} { S0[i0, i1] : 0 <= i0 < arg0_dim0 and 0 <= i1 < arg1_dim1 }
// CHECK-NEXT: R0 must-read {{.*}} { S0[i0, i1] -> arg2[i0, i1] :
// CHECK-NEXT: W1 must-write {{.*}} { S0[i0, i1] -> arg2[i0, i1] :
// CHECK-NEXT: S1: {{.*}} { S1[i0, i1, i2] : 0 <= i0 < arg0_dim0 and 0 <= i1 < arg1_dim1 and 0 <= i2 < arg0_dim1 }
// CHECK-NEXT: R2 must-read {{.*}} { S1[i0, i1, i2] -> arg0[i0, i2] :
// CHECK-NEXT: R3 must-read {{.*}} { S1[i0, i1, i2] -> arg1[i2, i1] :
// CHECK-NEXT: R4 must-read {{.*}} { S1[i0, i1, i2] -> arg2[i0, i1] :
// CHECK-NEXT: W5 must-write {{.*}} { S1[i0, i1, i2] -> arg2[i0, i1] :
// CHECK: sequence:
// CHECK-NEXT: filter: {{.*}} { S0[i0, i1] }
// CHECK-NEXT: filter: {{.*}} { S1[i0, i1, i2] }
func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %beta: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %d = arith.mulf %c, %beta : f32
      affine.store %d, %C[%i, %j] : memref<?x?xf32>
      affine.for %k = 0 to %K {
        %x = affine.load %A[%i, %k] : memref<?x?xf32>
        %y = affine.load %B[%k, %j] : memref<?x?xf32>
        %z = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
