// Elements that are copied out but maybe not written are copied in first: a
// data-dependent condition must not make the copy-out store garbage. B is
// never read, yet copied in.
//
// RUN: polymem-opt %s --scratch-promote=promote-all | FileCheck %s

// CHECK: #[[$SET:.*]] = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 31 >= 0)>
// CHECK-LABEL: func @positive
// CHECK-SAME: (%[[A:.*]]: memref<128xf32>, %[[B:.*]]: memref<128xf32>)
// CHECK: scratch.copy_in %[[A]]
// CHECK: scratch.copy_in %[[B]] to %[[LB:.*]] over [#[[$SET]]]
// CHECK: scf.if
// CHECK: affine.store %{{.*}}, %[[LB]]
// CHECK: scratch.copy_out %[[LB]] to %[[B]] over [#[[$SET]]]

func.func @positive(%A: memref<128xf32>, %B: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  scratch.tile (%i) = (%c0) to (%c128) step (%c32) {
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 32)>(%i) {
      %x = affine.load %A[%ii] : memref<128xf32>
      %p = arith.cmpf ogt, %x, %zero : f32
      scf.if %p {
        affine.store %x, %B[%ii] : memref<128xf32>
      }
    }
  }
  return
}
