// The driver runs each size combination and each pipeline, counts what it
// compared, and finds the first element that differs.

// RUN: polymem-run %s --entry=scale --cpu --compare --sizes=M=17,N=33 --sizes=M=1,N=1 --sizes=M=0,N=5 \
// RUN:   --pipeline='affine-loop-tile{tile-sizes=4,4}' --pipeline='builtin.module(func.func(affine-loop-unroll))' \
// RUN:   | FileCheck %s
// CHECK:      scale [pipeline 1]: M=17 N=33: identical (1 arrays, 561 elements, 561 changed)
// CHECK-NEXT: scale [pipeline 2]: M=17 N=33: identical (1 arrays, 561 elements, 561 changed)
// CHECK-NEXT: scale [pipeline 1]: M=1 N=1: identical (1 arrays, 1 elements, 1 changed)
// CHECK-NEXT: scale [pipeline 2]: M=1 N=1: identical
// CHECK-NEXT: scale [pipeline 1]: M=0 N=5: identical (1 arrays, 0 elements, 0 changed)
// CHECK-NEXT: scale [pipeline 2]: M=0 N=5: identical

// RUN: not polymem-run %s --entry=scale --compare --against=scale_but_last --sizes=M=3,N=2 --sizes=M=0,N=0 \
// RUN:   | FileCheck %s --check-prefix=DIFFERENT
// DIFFERENT:      scale against scale_but_last: M=3 N=2: argument 0 at [2][1]: expected {{[-0-9.e]+}}, got {{[-0-9.e]+}}
// DIFFERENT-NEXT: scale against scale_but_last: M=0 N=0: identical

// Without --compare the function only runs.
// RUN: polymem-run %s --entry=scale --sizes=M=3,N=2 | FileCheck %s --check-prefix=ALONE
// ALONE: scale: M=3 N=2: ran (1 arrays, 6 elements, 6 changed)

func.func @scale(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.mulf %a, %two : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

func.func @scale_but_last(%A: memref<?x?xf32> {polymem.shape = ["M", "N"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %N = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.if affine_set<(i, j)[M, N] : (M + N - 3 - i - j >= 0)>(%i, %j)[%M, %N] {
        %a = affine.load %A[%i, %j] : memref<?x?xf32>
        %b = arith.mulf %a, %two : f32
        affine.store %b, %A[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
