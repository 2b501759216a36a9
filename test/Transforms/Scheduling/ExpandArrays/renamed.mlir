// RUN: polymem-opt %s --polymem-expand-arrays | FileCheck %s
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(polymem-expand-arrays,polymem-schedule))' \
// RUN:   | FileCheck %s --check-prefix=ORDER
// RUN: polymem-run %s --entry=ways --compare --check-bounds --check \
// RUN:   --sizes=N=7,M=5 --sizes=N=1,M=1 --sizes=N=0,M=4 --sizes=N=3,M=0 \
// RUN:   --pipeline='polymem-expand-arrays,polymem-schedule'

// One cell holds what goes along a row, and later what goes along a column.
// With a cell for each nest, each can be put into its outer loop.

// CHECK-LABEL: func @ways
// CHECK:       %[[FIRST:.*]] = memref.alloca() : memref<1xf32>
// CHECK:       affine.for
// CHECK-NEXT:    affine.store %{{.*}}, %[[FIRST]][0]
// CHECK:       %[[SECOND:.*]] = memref.alloca() : memref<1xf32>
// CHECK-NEXT:  affine.for
// CHECK-NEXT:    affine.store %{{.*}}, %[[SECOND]][0]
// CHECK-NOT:   %[[FIRST]][
// CHECK:       return

// ORDER:       member = 0, permutable = true, parallel = true
// ORDER:       member = 0, permutable = true, parallel = true
func.func @ways(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %last = memref.alloca() : memref<1xf32>
  affine.for %i = 0 to %n {
    affine.store %zero, %last[0] : memref<1xf32>
    affine.for %j = 0 to %m {
      %x = affine.load %last[0] : memref<1xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %y = arith.addf %a, %x : f32
      affine.store %y, %B[%i, %j] : memref<?x?xf32>
      affine.store %y, %last[0] : memref<1xf32>
    }
  }
  affine.for %j = 0 to %m {
    affine.store %zero, %last[0] : memref<1xf32>
    affine.for %i = 0 to %n {
      %x = affine.load %last[0] : memref<1xf32>
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %y = arith.mulf %b, %x : f32
      %z = arith.addf %b, %y : f32
      affine.store %z, %A[%i, %j] : memref<?x?xf32>
      affine.store %z, %last[0] : memref<1xf32>
    }
  }
  return
}
