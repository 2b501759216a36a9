// No levels: a wavefront has as many as there are tiles; the tiles behind the diagonal of the second
// nest have a sequential loop outside of a parallel one, which the plain order has not more of.
//
// RUN: polymem-opt %s --split-input-file --polymem-schedule=level-tile=8 | FileCheck %s

// CHECK-LABEL: func.func @wavefront
// CHECK-NOT: step 8
func.func @wavefront(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %n {
      %a = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %b = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @rows
// CHECK-NOT: step 8
func.func @rows(%A: memref<?x?xf32>, %R: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %k = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
      affine.for %i = 0 to %m {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %A[%j, %i] : memref<?x?xf32>
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %r, %p : f32
        affine.store %s, %R[%k, %j] : memref<?x?xf32>
      }
      affine.for %i = 0 to %m {
        %a = affine.load %A[%k, %i] : memref<?x?xf32>
        %b = affine.load %A[%j, %i] : memref<?x?xf32>
        %r = affine.load %R[%k, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %r : f32
        %s = arith.subf %b, %p : f32
        affine.store %s, %A[%j, %i] : memref<?x?xf32>
      }
    }
  }
  return
}
