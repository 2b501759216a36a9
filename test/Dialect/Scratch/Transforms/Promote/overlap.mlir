// Constant reuse: the three references of a stencil overlap by 31 + 31 + 30 of
// the 34 elements, more than delta times the volume unless delta is large.
//
// RUN: polymem-opt %s --scratch-promote=dry-run 2>&1 >/dev/null | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="dry-run delta=2.7" 2>&1 >/dev/null | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="dry-run delta=2.75" 2>&1 >/dev/null | FileCheck %s --check-prefix=LARGE

// CHECK: arg0 {{ *}}34 {{ *}}136 {{ *}}34 {{ *}}0 promoted: overlaps are 92 of 34 elements
// CHECK: arg1 {{.*}}not promoted
// LARGE: arg0 {{.*}}not promoted: no reuse: overlaps are 92 of 34 elements (delta 2.75)

func.func @jacobi(%A: memref<130xf32>, %B: memref<130xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c129 = arith.constant 129 : index
  scratch.tile (%i) = (%c1) to (%c129) step (%c32) {
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 32)>(%i) {
      %l = affine.load %A[%ii - 1] : memref<130xf32>
      %m = affine.load %A[%ii] : memref<130xf32>
      %r = affine.load %A[%ii + 1] : memref<130xf32>
      %0 = arith.addf %l, %m : f32
      %1 = arith.addf %0, %r : f32
      affine.store %1, %B[%ii] : memref<130xf32>
    }
  }
  return
}
