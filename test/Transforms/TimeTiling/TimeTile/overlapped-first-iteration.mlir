// Only the first iteration writes B, and reads what it has written: the last one
// has nothing to copy out, so that B needs a second copy all the same.

// RUN: polymem-opt %s --polymem-time-tile="mapping=gpu shape=overlapped sizes=16 steps=2" | FileCheck %s
// RUN: polymem-run %s --emulate --compare --check-bounds --uninterpreted --sizes=T=1,N=20 --sizes=T=7,N=40 \
// RUN:   --pipeline='polymem-time-tile{mapping=gpu shape=overlapped sizes=16 steps=2},polymem-tile{mapping=gpu},convert-scratch-to-gpu' | FileCheck %s --check-prefix=SAME
// SAME: N=20 T=1: identical
// SAME: N=40 T=7: identical

// CHECK-LABEL: @only_first(
// CHECK-COUNT-2: memref.alloc
func.func @only_first(%T: index {polymem.param = "T"}, %A: memref<?xf32> {polymem.shape = ["N + 1"]}, %B: memref<?xf32> {polymem.shape = ["N + 1"]}, %C: memref<?xf32> {polymem.shape = ["N + 1"]}, %n: index {polymem.param = "N"}) {
  affine.for %t = 0 to %T {
    affine.for %i = 1 to %n {
      affine.if affine_set<(d0) : (-d0 >= 0)>(%t) {
        %a = affine.load %A[%i] : memref<?xf32>
        affine.store %a, %B[%i] : memref<?xf32>
      }
    }
    affine.for %i = 1 to %n {
      affine.if affine_set<(d0) : (-d0 >= 0)>(%t) {
        %a = affine.load %B[%i - 1] : memref<?xf32>
        %b = affine.load %B[%i + 1] : memref<?xf32>
        %s = arith.addf %a, %b : f32
        affine.store %s, %A[%i] : memref<?xf32>
      }
    }
    affine.for %i = 1 to %n {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      affine.store %a, %C[%i] : memref<?xf32>
    }
  }
  return
}
