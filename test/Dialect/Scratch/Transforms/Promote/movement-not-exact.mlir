// The budget suffices for the model and for the sets of the array, but not for
// the last writes before each read of it: the copies are coarser (everything
// read is copied in, though it is written first), with a remark.
//
// RUN: polymem-opt %s --scratch-promote="promote-all max-isl-operations=20000" --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="promote-all" --remarks-filter=scratch-promote --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=EXACT

// CHECK: remark: [Analysis] MovementNotExact {{.*}}dependences exceed the budget of isl operations; everything read is copied in
// CHECK: remark: [Passed] Promoted {{.*}}copies 32 in, 32 out
// EXACT-NOT: MovementNotExact
// EXACT: remark: [Passed] Promoted {{.*}}copies 0 in, 32 out

func.func @local(%A: memref<32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
    %c = arith.constant 1.0 : f32
    affine.for %j = 0 to 32 {
      affine.store %c, %A[%j] : memref<32xf32>
    }
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 32 {
        affine.store %c, %A[(%j + %k) mod 5] : memref<32xf32>
        affine.store %c, %A[(%j + %k) mod 7] : memref<32xf32>
        %x = affine.load %A[%j mod 32] : memref<32xf32>
        affine.store %x, %A[%k mod 32] : memref<32xf32>
      }
    }
  }
  return
}
