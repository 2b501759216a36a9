// Access matrices of references, and which of them are coalesced along which direction of threads.
// RUN: polymem-opt %s --polymem-print-axes -o /dev/null 2>&1 | FileCheck %s

// TR78, section 5.3: a matrix times a vector reads the matrix along its rows, and the sum goes along
// them as well, so that threads cannot; times the transposed matrix they do.
// CHECK-LABEL: axes of @mv
// CHECK-NEXT:  loops i0 (parallel), i1{{$}}
// CHECK-NEXT:    load arg0: [1 0; 0 1], each element once
// CHECK-NEXT:    load arg1: [0 1]{{$}}
// CHECK-NEXT:    load arg2: [1 0]{{$}}
// CHECK-NEXT:    store arg2: [1 0]{{$}}
// CHECK-NEXT:    threads along i0: neighbours of arg2, arg2; one element of arg1; scattered elements of arg0{{$}}
func.func @mv(%A: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%j] : memref<?xf32>
      %c = affine.load %y[%i] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%i] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: axes of @tmv
// CHECK:         threads along i0: neighbours of arg0, arg2, arg2; one element of arg1{{$}}
// CHECK-NOT:     threads
func.func @tmv(%A: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %M: index, %N: index) {
  affine.for %j = 0 to %N {
    affine.for %i = 0 to %M {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %x[%i] : memref<?xf32>
      %c = affine.load %y[%j] : memref<?xf32>
      %p = arith.mulf %a, %b : f32
      %s = arith.addf %c, %p : f32
      affine.store %s, %y[%j] : memref<?xf32>
    }
  }
  return
}

// Rows of A[i, i + j] are along j: there is no skewed direction to look for.
// CHECK-LABEL: axes of @rows
// CHECK:         load arg0: [1 0; 1 1], each element once
// CHECK-NEXT:    store arg1: [1 0; 0 1], each element once
// CHECK-NEXT:    threads along i1: neighbours of arg0, arg1
// CHECK-NEXT:    threads along i0: scattered elements of arg0, arg1
// CHECK-NOT:     threads
func.func @rows(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %i + %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Rows of A[i + 2 j, j] are where j grows by one and i falls by two.
// CHECK-LABEL: axes of @skewed
// CHECK:         threads along i1 - 2 i0: neighbours of arg0{{$}}
// CHECK-NEXT:    threads along i1: scattered elements of arg0
// CHECK-NEXT:    threads along i0: scattered elements of arg0
// CHECK-NOT:     threads
func.func @skewed(%A: memref<?x?xf32>, %M: index, %N: index, %c: f32) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.store %c, %A[%i + 2 * %j, %j] : memref<?x?xf32>
    }
  }
  return
}

// The same with a sum along j: threads would have to be along the loop that carries it.
// CHECK-LABEL: axes of @carried
// CHECK:         loops i0 (parallel), i1{{$}}
// CHECK:         threads along i0: neighbours of arg1, arg1; scattered elements of arg0{{$}}
// CHECK-NOT:     threads
func.func @carried(%A: memref<?x?xf32>, %y: memref<?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %i + %j] : memref<?x?xf32>
      %c = affine.load %y[%i] : memref<?xf32>
      %s = arith.addf %c, %a : f32
      affine.store %s, %y[%i] : memref<?xf32>
    }
  }
  return
}

// What no matrix says is coalesced along no direction.
// CHECK-LABEL: axes of @unknown
// CHECK:         load arg0: no access matrix
// CHECK:         threads along i0: neighbours of arg1; unknown elements of arg0
func.func @unknown(%A: memref<?xf32>, %B: memref<?xf32>, %N: index) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i floordiv 2] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
