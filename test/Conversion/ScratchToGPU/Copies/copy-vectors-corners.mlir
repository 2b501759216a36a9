// Where a box begins is asked when it is copied, unless all its tiles begin at
// multiples of a vector; of a view that is made in the kernel, all is.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=64 thread-locality=false" --canonicalize --cse | FileCheck %s

#ws = #gpu.address_space<workgroup>
#m = #scratch.mapping<(d0)[s0] -> (d0 - s0 + 4), extents = ()[s0] -> (264)>
#box = affine_set<(d0)[s0] : (d0 - s0 + 4 >= 0, -d0 + s0 + 259 >= 0)>

// CHECK-LABEL: func @multiple
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: scf.for
// CHECK-NOT: arith.andi
// CHECK: vector.load
func.func @multiple(%A: memref<?xf32>, %n: index) {
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  scratch.tile (%i) = (%c8) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box](%i) : memref<?xf32> to memref<?xf32, #m, #ws>
  }
  return
}

// CHECK-LABEL: func @step
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C15:.*]] = arith.constant 15 : index
// CHECK: %[[START:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[BUFFER:.*]] = arith.cmpi eq
// CHECK: scf.for
// CHECK: scf.if %[[BUFFER]] -> (i1) {
// CHECK: %[[BYTES:.*]] = arith.muli %{{.*}}, %[[C4]] :
// CHECK: %[[HERE:.*]] = arith.addi %[[START]], %[[BYTES]] :
// CHECK: arith.andi %[[HERE]], %[[C15]] :
// CHECK: vector.load
func.func @step(%A: memref<?xf32>, %n: index) {
  %c8 = arith.constant 8 : index
  %c250 = arith.constant 250 : index
  scratch.tile (%i) = (%c8) to (%n) step (%c250) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #m, #ws>
    scratch.copy_in %A to %b over [#box](%i) : memref<?xf32> to memref<?xf32, #m, #ws>
  }
  return
}

// CHECK-LABEL: func @inside
// CHECK: scf.for
// CHECK: memref.subview
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: vector.load
func.func @inside(%A: memref<?xf32>, %n: index, %k: index) {
  %c8 = arith.constant 8 : index
  %c256 = arith.constant 256 : index
  scratch.tile (%i) = (%c8) to (%n) step (%c256) mapping [#gpu.block<x>] {
    %v = memref.subview %A[%k] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    %b = scratch.alloc(%n)[%i] : memref<?xf32, #m, #ws>
    scratch.copy_in %v to %b over [#box](%i) : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, #m, #ws>
  }
  return
}
