// RUN: polymem-opt %s --polymem-print-scop="dependences max-dependence-operations=2200" -o /dev/null 2>&1 | FileCheck %s
// RUN: polymem-opt %s --polymem-print-scop="dependences max-dependence-operations=100" -verify-diagnostics \
// RUN:   --remarks-filter='polymem-print-scop' --remark-format=emitRemark

// When the budget does not suffice for the value-based flow, any earlier write
// may be a read's source and any read may come before all writes; when it does
// not suffice for that either, there are no dependences at all.

// CHECK: flow, coarse: {{.*}}[S0[i0, i1] -> W0[]] -> [S1[i0, i1, o2, o3] -> R3[]]
// CHECK-NEXT: live-in reads: {{.*}}[S1[i0, i1, i2, i3] -> R3[]]
// expected-remark @below {{the dependences need more than 100 isl operations}}
func.func @conv2d(%in: memref<?x?xf32>, %weights: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %h = memref.dim %out, %c0 : memref<?x?xf32>
  %w = memref.dim %out, %c1 : memref<?x?xf32>
  %kh = memref.dim %weights, %c0 : memref<?x?xf32>
  %kw = memref.dim %weights, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %h {
    affine.for %j = 0 to %w {
      affine.store %zero, %out[%i, %j] : memref<?x?xf32>
      affine.for %p = 0 to %kh {
        affine.for %q = 0 to %kw {
          %x = affine.load %in[%i + %p, %j + %q] : memref<?x?xf32>
          %y = affine.load %weights[%p, %q] : memref<?x?xf32>
          %z = affine.load %out[%i, %j] : memref<?x?xf32>
          %m = arith.mulf %x, %y : f32
          %s = arith.addf %z, %m : f32
          affine.store %s, %out[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return
}
