// RUN: polymem-run %s --compare --pipeline='polymem-to-prem{emit=host hooks=true}' | FileCheck %s

// What the loop leaves in %s is read by nobody and not copied out, but the tile
// writes the buffer: it is no buffer that is only read, which the checker of
// the run-time would find.

// CHECK: local: identical
func.func @local(%A: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<1xf32>
  affine.store %zero, %s[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %x = affine.load %s[0] : memref<1xf32>
    %y = arith.addf %x, %a : f32
    affine.store %y, %s[0] : memref<1xf32>
    affine.store %y, %A[%i] : memref<8xf32>
  }
  memref.dealloc %s : memref<1xf32>
  return
}
