// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=8" --canonicalize | FileCheck %s
// RUN: polymem-run %s --entry=four_each --entry=next_four --entry=same_cells --emulate --checked --machine=nvidia-h200 \
// RUN:   --sizes=n=32 --sizes=n=1 --sizes=n=99 \
// RUN:   --pipeline='convert-scratch-to-gpu{block-size=8}' --compare --reference-pipeline=convert-scratch-to-memref

// A thread has four elements, from its origin on, and keeps to them.

// CHECK-LABEL: func @four_each
// CHECK-NOT: gpu.barrier
// CHECK: return
func.func @four_each(%A: memref<?xf32> {polymem.shape = ["n + 8"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      %x = affine.load %A[%t] : memref<?xf32>
      affine.store %x, %A[%t + 3] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      %x = affine.load %A[%t + 3] : memref<?xf32>
      affine.store %x, %A[%t + 1] : memref<?xf32>
      affine.store %x, %A[%t] : memref<?xf32>
    }
  }
  return
}

// The fifth element is the next thread's.
// CHECK-LABEL: func @next_four
// CHECK: gpu.launch
// CHECK: gpu.barrier
// CHECK: return
func.func @next_four(%A: memref<?xf32> {polymem.shape = ["n + 8"]}, %B: memref<?xf32> {polymem.shape = ["n + 8"]},
                     %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      %x = affine.load %B[%t] : memref<?xf32>
      affine.store %x, %A[%t + 3] : memref<?xf32>
      affine.store %x, %A[%t] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c4) mapping [#gpu.thread<x>] {
      %x = affine.load %A[%t + 4] : memref<?xf32>
      affine.store %x, %B[%t] : memref<?xf32>
    }
  }
  return
}

// Elements that no thread has twice, but in cells of others: elements 8 and 2 are
// in cell 2.
#folded = #scratch.mapping<(d0) -> (d0 mod 6), extents = () -> (6)>
// CHECK-LABEL: func @same_cells
// CHECK: gpu.launch
// CHECK: gpu.barrier
// CHECK: return
func.func @same_cells(%A: memref<?xf32> {polymem.shape = ["n + 16"]}, %n: index {polymem.param = "n"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c16 = arith.constant 16 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    %b = scratch.alloc(%c16) : memref<?xf32, #folded, #gpu.address_space<workgroup>>
    scratch.tile (%t) = (%c0) to (%c9) step (%c4) mapping [#gpu.thread<x>] {
      %x = affine.load %A[%t] : memref<?xf32>
      affine.store %x, %b[%t] : memref<?xf32, #folded, #gpu.address_space<workgroup>>
    }
    scratch.tile (%t) = (%c0) to (%c9) step (%c4) mapping [#gpu.thread<x>] {
      %x = affine.load %b[%t + 2] : memref<?xf32, #folded, #gpu.address_space<workgroup>>
      affine.store %x, %A[%t + 1] : memref<?xf32>
    }
  }
  return
}
