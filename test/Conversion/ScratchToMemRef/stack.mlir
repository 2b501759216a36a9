// RUN: polymem-opt %s --convert-scratch-to-memref | FileCheck %s
// RUN: polymem-opt %s --convert-scratch-to-memref=max-stack-bytes=63 | FileCheck %s --check-prefix=HEAP

// Small buffers with constant extents are on the stack: at the entry of the
// function, since a loop would take more with each iteration.

#m = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (16)>

// CHECK-LABEL: func @small
// CHECK-NEXT: memref.alloca() : memref<16xf32>
// HEAP-LABEL: func @small
// HEAP-NOT: alloca
func.func @small(%n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  // HEAP: affine.for
  scratch.tile (%i) = (%c0) to (%n) step (%c16) {
    // HEAP-NEXT: %[[B:.*]] = memref.alloc() : memref<16xf32>
    // CHECK-NOT: memref.alloc
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #m>
    affine.store %v, %b[symbol(%i)] : memref<?xf32, #m>
    // HEAP: memref.dealloc %[[B]]
  }
  return
}

// Parallel iterations must not share it.
// CHECK-LABEL: func @parallel
func.func @parallel(%n: index, %v: f32) {
  // CHECK-NOT: alloca
  // CHECK: affine.parallel
  affine.parallel (%i) = (0) to (symbol(%n)) {
    // CHECK: memref.alloc() : memref<16xf32>
    %b = scratch.alloc(%n)[%n] : memref<?xf32, #m>
    affine.store %v, %b[symbol(%n)] : memref<?xf32, #m>
    // CHECK: memref.dealloc
  }
  return
}
