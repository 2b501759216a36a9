// RUN: polymem-opt %s --polymem-tile=mapping=gpu | FileCheck %s
// RUN: polymem-opt %s --polymem-tile="mapping=gpu sizes=4,32,32,8" \
// RUN:   | FileCheck %s --check-prefix=GIVEN

// A temporary that several groups of statements use gets an element per point
// of the tile. Where the default sizes, 4 x 32 x 32, would take 64 KB for two of
// double precision, tiles are smaller; sizes that are given are kept.

// CHECK-COUNT-2: scratch.alloc() : memref<4x16x32xf64,
// GIVEN-COUNT-2: scratch.alloc() : memref<4x32x32xf64,
func.func @f(%A: memref<?x?x?x?xf64> {polymem.shape = ["N", "N", "N", "N"]},
             %B: memref<?x?x?xf64> {polymem.shape = ["N", "N", "N"]}) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %N = memref.dim %A, %c0 : memref<?x?x?x?xf64>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %N {
        %x = memref.alloca() : memref<f64>
        %y = memref.alloca() : memref<f64>
        affine.store %zero, %x[] : memref<f64>
        affine.store %zero, %y[] : memref<f64>
        affine.for %l = 0 to %N {
          %a = affine.load %A[%i, %j, %k, %l] : memref<?x?x?x?xf64>
          %s = affine.load %x[] : memref<f64>
          %t = affine.load %y[] : memref<f64>
          %p = arith.addf %s, %a : f64
          %q = arith.mulf %t, %a : f64
          affine.store %p, %x[] : memref<f64>
          affine.store %q, %y[] : memref<f64>
        }
        %u = affine.load %x[] : memref<f64>
        %v = affine.load %y[] : memref<f64>
        %w = arith.addf %u, %v : f64
        affine.store %w, %B[%i, %j, %k] : memref<?x?x?xf64>
      }
    }
  }
  return
}
