// Operations of no known dialect on the way of passes that look for dialects.

// RUN: polymem-opt %s --allow-unregistered-dialect --polymem-map-sequential | FileCheck %s
// RUN: polymem-opt %s --allow-unregistered-dialect --scratch-pad --polymem-map-sequential | FileCheck %s
// RUN: polymem-opt %s --allow-unregistered-dialect --polymem-mark-origin --polymem-check | FileCheck %s

// CHECK-LABEL: @f(
// CHECK: "unknown.number"
// CHECK: "unknown.combine"
#ws = #gpu.address_space<workgroup>
#box = #scratch.mapping<(d0, d1)[s0] -> (d0 - s0, d1), extents = ()[s0] -> (32, 32)>
func.func @f(%A: memref<?x32xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scratch.tile (%i) = (%c0) to (%n) step (%c32) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?x32xf32, #box, #ws>
    %k = "unknown.number"(%n) : (index) -> index
    affine.for %j = 0 to 32 {
      %x = memref.load %b[%i, %k] : memref<?x32xf32, #box, #ws>
      memref.store %x, %A[%j, %k] : memref<?x32xf32>
    }
  }
  %m = "unknown.combine"(%n, %c32) : (index, index) -> index
  affine.for %j = 1 to 32 {
    %x = memref.load %A[%j, %m] : memref<?x32xf32>
    %y = "unknown.function"(%x) : (f32) -> f32
    memref.store %y, %A[%j, %c0] : memref<?x32xf32>
  }
  return
}
