// RUN: not polymem-opt %s --convert-scratch-to-memref --mlir-print-ir-after-failure 2>&1 | FileCheck %s

// Nothing is lowered, not even what comes before the use that cannot be.

#m = #scratch.mapping<(d0) -> (d0), extents = () -> (4)>
#s = affine_set<(d0) : (d0 == 0)>
func.func private @other(memref<?xf32, #m>)

// CHECK: func.func @call
func.func @call(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // CHECK: scratch.tile
  scratch.tile (%i) = (%c0) to (%n) step (%c4) {
    // CHECK-NEXT: %[[B:.*]] = scratch.alloc(%{{.*}}) : memref<?xf32, #{{.*}}>
    %b = scratch.alloc(%n) : memref<?xf32, #m>
    // CHECK-NEXT: scratch.copy_in
    scratch.copy_in %A to %b over [#s]() : memref<?xf32> to memref<?xf32, #m>
    // CHECK-NEXT: func.call @other(%[[B]])
    // CHECK: error: 'func.call' op uses a buffer
    func.call @other(%b) : (memref<?xf32, #m>) -> ()
  }
  return
}
