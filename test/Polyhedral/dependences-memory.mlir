// RUN: polymem-opt %s --polymem-print-scop=dependences -o /dev/null 2>&1 | FileCheck %s

// Memory-based: every earlier access to the same element, also when another
// write comes between.
// CHECK-LABEL: scop @chain{{$}}
// CHECK: flow: [arg1] -> { S0[i0] -> S0[o0] : i0 >= 0 and i0 < o0 < arg1 }{{$}}
// CHECK-NEXT: anti: [arg1] -> { S0[i0] -> S0[o0] : i0 >= 0 and i0 < o0 < arg1 }{{$}}
// CHECK-NEXT: output: [arg1] -> { S0[i0] -> S0[o0] : i0 >= 0 and i0 < o0 < arg1 }{{$}}
func.func @chain(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = affine.load %A[0] : memref<?xf32>
    affine.store %x, %A[0] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: scop @distances{{$}}
// CHECK: flow: [arg1] -> { S0[i0, i1] -> S0[2 + i0, -1 + i1] : 2 <= i0 <= -3 + arg1 and 0 < i1 < arg1 }{{$}}
// CHECK-NEXT: anti: {  }{{$}}
// CHECK-NEXT: output: {  }{{$}}
func.func @distances(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 2 to %n {
    affine.for %j = 0 to %n {
      %x = affine.load %A[%i - 2, %j + 1] : memref<?x?xf32>
      affine.store %x, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
