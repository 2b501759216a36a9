// Exact movement (P1 3.1.4): a value that is written in the tile before it is
// read is not copied in; one that is not read after the tile is not copied out.
// The temporary T needs no copies at all; of the temporary U the second loop
// reads one half; the argument is live-out and copied out as a whole.
//
// RUN: polymem-opt %s --scratch-promote="scope=nest promote-all dry-run" 2>&1 >/dev/null | FileCheck %s
// RUN: polymem-opt %s --scratch-promote="scope=nest promote-all dry-run movement=footprint" 2>&1 >/dev/null | FileCheck %s --check-prefix=FOOTPRINT

// CHECK: @temporaries, loop nest
// CHECK: arg0 {{ *}}32 {{ *}}128 {{ *}}32 {{ *}}32 promoted
// CHECK: mem0 {{ *}}32 {{ *}}128 {{ *}}0 {{ *}}0 promoted
// CHECK: mem1 {{ *}}32 {{ *}}128 {{ *}}0 {{ *}}16 promoted
// FOOTPRINT: arg0 {{ *}}32 {{ *}}128 {{ *}}32 {{ *}}32 promoted
// FOOTPRINT: mem0 {{ *}}32 {{ *}}128 {{ *}}32 {{ *}}32 promoted
// FOOTPRINT: mem1 {{ *}}32 {{ *}}128 {{ *}}0 {{ *}}32 promoted

func.func @temporaries(%A: memref<32xf32>, %B: memref<32xf32>) {
  %T = memref.alloc() : memref<32xf32>
  %U = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    %x = affine.load %A[%i] : memref<32xf32>
    affine.store %x, %T[%i] : memref<32xf32>
    %y = affine.load %T[%i] : memref<32xf32>
    affine.store %y, %U[%i] : memref<32xf32>
    affine.store %y, %A[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %U[%i] : memref<32xf32>
    affine.store %x, %B[%i] : memref<32xf32>
  }
  return
}
