// A temporary that carries values from one tile to the next: each tile reads
// the last element of the tile before, so that one is copied out, and no other.
//
// RUN: polymem-opt %s --scratch-promote=promote-all | FileCheck %s

// CHECK-DAG: #[[$IN:.*]] = affine_set<(d0)[s0] : (d0 - s0 + 1 == 0)>
// CHECK-DAG: #[[$OUT:.*]] = affine_set<(d0)[s0] : (d0 - s0 - 15 == 0, -s0 + 97 >= 0)>
// CHECK-LABEL: func @scan
// CHECK: scratch.tile (%[[I:.*]]) =
// CHECK: scratch.copy_in %[[T:.*]] to %[[B:.*]] over [#[[$IN]]](%[[I]])
// CHECK: scratch.copy_out %[[B]] to %[[T]] over [#[[$OUT]]](%[[I]])

func.func @scan(%A: memref<129xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c129 = arith.constant 129 : index
  %T = memref.alloc() : memref<129xf32>
  scratch.tile (%i) = (%c1) to (%c129) step (%c16) {
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 16)>(%i) {
      %x = affine.load %T[%ii - 1] : memref<129xf32>
      %y = affine.load %A[%ii] : memref<129xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %T[%ii] : memref<129xf32>
      affine.store %z, %A[%ii] : memref<129xf32>
    }
  }
  return
}
