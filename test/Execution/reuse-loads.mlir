// Values that are kept instead of loaded again are the same bits: a recurrence through an array with a coefficient
// from memory, elements of one array that are written in between, and a row that may be empty.
//
// RUN: polymem-run %s --entry=filter --compare --emulate --check --sizes=N=0,M=0 --sizes=N=1,M=5 --sizes=N=40,M=0 --sizes=N=37,M=70 --pipeline=polymem-to-emulator
// RUN: polymem-run %s --entry=swap --compare --emulate --sizes=N=0,M=0 --sizes=N=1,M=5 --sizes=N=40,M=0 --sizes=N=37,M=70 --pipeline=polymem-to-emulator
// RUN: polymem-run %s --entry=filter --entry=swap --compare --sizes=N=0,M=0 --sizes=N=40,M=0 --sizes=N=37,M=70 --pipeline='builtin.module(func.func(polymem-reuse-loads))'
//
// Nothing is loaded from the array that was just stored to.
// RUN: polymem-opt %s --polymem-to-ptx=emit=staged | FileCheck %s
// CHECK-LABEL: func.func @filter
// CHECK-SAME: (%{{[a-z0-9]+}}: memref<1xf32>, %{{[a-z0-9]+}}: memref<?x?xf32>{{[^%]*}}, %[[Y:[a-z0-9]+]]: memref<?x?xf32>
// CHECK:         affine.for {{.*}} iter_args
// CHECK-NOT:       affine.load %[[Y]]
// CHECK:           affine.yield
func.func @filter(%k: memref<1xf32>, %X: memref<?x?xf32> {polymem.shape = ["N", "M"]},
                  %Y: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %N = memref.dim %X, %c0 : memref<?x?xf32>
  %M = memref.dim %X, %c1 : memref<?x?xf32>
  %last = memref.alloca() : memref<f32>
  affine.for %i = 0 to %N {
    affine.store %zero, %last[] : memref<f32>
    affine.for %j = 0 to %M {
      %a = affine.load %k[0] : memref<1xf32>
      %x = affine.load %X[%i, %j] : memref<?x?xf32>
      %l = affine.load %last[] : memref<f32>
      %p = arith.mulf %a, %l : f32
      %s = arith.addf %p, %x : f32
      affine.store %s, %Y[%i, %j] : memref<?x?xf32>
      %y = affine.load %Y[%i, %j] : memref<?x?xf32>
      affine.store %y, %last[] : memref<f32>
    }
  }
  return
}

func.func @swap(%A: memref<?xi32> {polymem.shape = ["N + 2"]}, %B: memref<?x?xi32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %N = memref.dim %B, %c0 : memref<?x?xi32>
  %M = memref.dim %B, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xi32>
    %b = affine.load %A[%i + 1] : memref<?xi32>
    affine.store %b, %A[%i] : memref<?xi32>
    affine.store %a, %A[%i + 1] : memref<?xi32>
    %c = affine.load %A[%i] : memref<?xi32>
    affine.for %j = 0 to %M {
      %d = affine.load %A[%i + 1] : memref<?xi32>
      %e = arith.subi %c, %d : i32
      affine.store %e, %B[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
