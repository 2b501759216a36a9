// The budget suffices for the model and for the sets of one array, but not for
// the dependences of the many accesses to a temporary: the copies are coarser
// (everything read is copied in, though it is written first), with a remark.
//
// RUN: polymem-opt %s --scratch-promote="promote-all max-isl-operations=60000" --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="promote-all" --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=EXACT

// CHECK: remark: [Analysis] MovementNotExact {{.*}}dependences exceed the budget of isl operations; everything read is copied in
// CHECK: remark: [Passed] Promoted {{.*}}copies 32 in, 32 out
// EXACT-NOT: MovementNotExact
// EXACT: remark: [Passed] Promoted {{.*}}copies 0 in, 32 out

func.func @local(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scratch.tile (%i) = (%c0) to (%c64) step (%c32) {
    %t = memref.alloca() : memref<64xf32>
    affine.for %ii = %i to affine_map<(d0) -> (d0 + 32)>(%i) {
      %c = arith.constant 1.0 : f32
      affine.store %c, %A[%ii] : memref<64xf32>
      %x = affine.load %A[%ii] : memref<64xf32>
      affine.store %x, %t[%ii mod 5] : memref<64xf32>
      affine.store %x, %t[%ii mod 6] : memref<64xf32>
      affine.store %x, %t[%ii mod 7] : memref<64xf32>
      affine.store %x, %t[%ii mod 8] : memref<64xf32>
      affine.store %x, %t[%ii mod 9] : memref<64xf32>
      affine.store %x, %t[%ii mod 10] : memref<64xf32>
      affine.store %x, %t[%ii mod 11] : memref<64xf32>
      affine.store %x, %t[%ii mod 12] : memref<64xf32>
      affine.store %x, %t[%ii mod 13] : memref<64xf32>
      affine.store %x, %t[%ii mod 14] : memref<64xf32>
      affine.store %x, %t[%ii mod 15] : memref<64xf32>
      affine.store %x, %t[%ii mod 16] : memref<64xf32>
      affine.store %x, %t[%ii mod 17] : memref<64xf32>
      affine.store %x, %t[%ii mod 18] : memref<64xf32>
      affine.store %x, %t[%ii mod 19] : memref<64xf32>
      affine.store %x, %t[%ii mod 20] : memref<64xf32>
    }
  }
  return
}
