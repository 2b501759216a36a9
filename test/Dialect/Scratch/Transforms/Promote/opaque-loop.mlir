// A tile inside a loop that is not affine: what one iteration leaves in a
// temporary may be what the next one reads, so it is copied out.
//
// RUN: polymem-opt %s --scratch-promote=promote-all | FileCheck %s

// CHECK: scf.while
// CHECK: scratch.copy_in %[[T:.*]] to %[[B:.*]] over
// CHECK: scratch.copy_out %[[B]] to %[[T]] over

func.func private @more() -> i1
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %T = memref.alloc() : memref<32xf32>
  scf.while : () -> () {
    %p = func.call @more() : () -> i1
    scf.condition(%p)
  } do {
    scratch.tile (%i) = (%c0) to (%c1) step (%c1) {
      affine.for %ii = 0 to 32 {
        %x = affine.load %T[%ii] : memref<32xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %T[%ii] : memref<32xf32>
      }
    }
    scf.yield
  }
  return
}
