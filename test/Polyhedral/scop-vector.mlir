// RUN: polymem-opt %s --polymem-print-scop -o /dev/null 2>&1 | FileCheck %s

// A vector access touches as many elements as the vector has; a prefetch none.
// CHECK-LABEL: scop @vector{{$}}
// CHECK: S0: [arg1] -> { S0[i0, i1] : (i1) mod 4 = 0 and 0 <= i0 < arg1 and 0 <= i1 <= 99 }{{$}}
// CHECK-NEXT: R0 must-read [arg1] -> { S0[i0, i1] -> arg0[i0, o1] : (i1) mod 4 = 0 and 0 <= i0 < arg1 and 0 <= i1 <= 99 and i1 <= o1 <= 3 + i1 }{{$}}
// CHECK-NEXT: W1 must-write [arg1] -> { S0[i0, i1] -> arg0[1 + i0, o1] : (i1) mod 4 = 0 and 0 <= i0 < arg1 and 0 <= i1 <= 99 and i1 <= o1 <= 3 + i1 }{{$}}
func.func @vector(%A: memref<?x100xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 100 step 4 {
      %v = affine.vector_load %A[%i, %j] : memref<?x100xf32>, vector<4xf32>
      affine.vector_store %v, %A[%i + 1, %j] : memref<?x100xf32>, vector<4xf32>
      affine.prefetch %A[%i, %j + 1], read, locality<3>, data : memref<?x100xf32>
    }
  }
  return
}

// How many elements a scalable vector has is not known.
// CHECK-LABEL: scop @scalable
// CHECK: W0 may-write { S0[i0] -> arg0[o0] : 0 <= i0 <= 9 and 0 <= o0 <= 99 }
func.func @scalable(%A: memref<100xf32>, %v: vector<[4]xf32>) {
  affine.for %i = 0 to 10 {
    affine.vector_store %v, %A[%i] : memref<100xf32>, vector<[4]xf32>
  }
  return
}
