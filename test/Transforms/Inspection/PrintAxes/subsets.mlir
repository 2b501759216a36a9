// Where no direction has all references, that with most bytes of what is accessed once is the best: one
// of eight bytes counts as much as two of four, and more than one.
// RUN: polymem-opt %s --polymem-print-axes -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: axes of @wide
// CHECK:         threads along i1 - i0: neighbours of arg0; scattered elements of arg1
// CHECK-NEXT:    threads along i0 - i1: neighbours of arg0; scattered elements of arg1
// CHECK-NEXT:    threads along i1: neighbours of arg1; scattered elements of arg0
// CHECK-NEXT:    threads along i0: scattered elements of arg0, arg1
// CHECK-NOT:     threads
func.func @wide(%A: memref<?x?xf64>, %B: memref<?x?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i + %j, %j] : memref<?x?xf64>
      %b = arith.truncf %a : f64 to f32
      affine.store %b, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Nothing is gained by a subset of as many bytes.
// CHECK-LABEL: axes of @even
// CHECK-NEXT:    loops
// CHECK-NEXT:    load
// CHECK-NEXT:    store
// CHECK-NEXT:    threads along i1: neighbours of arg1; scattered elements of arg0
// CHECK-NEXT:    threads along i0: scattered elements of arg0, arg1
// CHECK-NOT:     threads
func.func @even(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i + %j, %j] : memref<?x?xf32>
      affine.store %a, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// What is accessed several times is staged in any case, and its bytes do not count: along j, nothing else
// is scattered.
// CHECK-LABEL: axes of @reused
// CHECK:         load arg0: [1 1 0; 0 1 0]{{$}}
// CHECK-NEXT:    store arg1: [1 0 0; 0 0 1; 0 1 0], each element once
// CHECK-NEXT:    threads along i1: neighbours of arg1; scattered elements of arg0
// CHECK-NEXT:    threads along i2: one element of arg0; scattered elements of arg1
// CHECK-NEXT:    threads along i0: scattered
// CHECK-NOT:     threads
func.func @reused(%A: memref<?x?xf64>, %B: memref<?x?x?xf32>, %M: index, %N: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %M {
        %a = affine.load %A[%i + %j, %j] : memref<?x?xf64>
        %b = arith.truncf %a : f64 to f32
        affine.store %b, %B[%i, %k, %j] : memref<?x?x?xf32>
      }
    }
  }
  return
}
