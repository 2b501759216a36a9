// Where a subscript divides by a size, different iterations may meet in an element:
// there is a barrier. The checked emulator sees a race without it.

// RUN: polymem-opt %s --convert-scratch-to-gpu="block-size=32" --canonicalize | FileCheck %s
// RUN: polymem-run %s --entry=modulo --entry=quotient --emulate --checked --machine=nvidia-h200 \
// RUN:   --sizes=n=32,w=5 --sizes=n=1,w=1 --sizes=n=100,w=64 \
// RUN:   --pipeline='convert-scratch-to-gpu{block-size=32}' --compare --reference-pipeline=convert-scratch-to-memref

// CHECK-LABEL: func @modulo
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: arith.remsi
// CHECK: memref.load
func.func @modulo(%A: memref<?xf32> {polymem.shape = ["n"]}, %B: memref<?xf32> {polymem.shape = ["n"]},
                  %n: index {polymem.param = "n"}, %w: index {polymem.param = "w"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %B[%t] : memref<?xf32>
      affine.store %x, %A[%t] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %A[(%t + 7) mod symbol(%w) mod symbol(%n)] : memref<?xf32>
      affine.store %y, %B[%t] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @quotient
// CHECK: gpu.launch
// CHECK: memref.store
// CHECK: gpu.barrier
// CHECK: arith.divsi
// CHECK: memref.load
func.func @quotient(%A: memref<?xf32> {polymem.shape = ["n"]}, %B: memref<?xf32> {polymem.shape = ["n"]},
                    %n: index {polymem.param = "n"}, %w: index {polymem.param = "w"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scratch.tile (%o) = (%c0) to (%c1) step (%c1) mapping [#gpu.block<x>] {
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %x = affine.load %B[%t] : memref<?xf32>
      affine.store %x, %A[%t] : memref<?xf32>
    }
    scratch.tile (%t) = (%c0) to (%n) step (%c1) mapping [#gpu.thread<x>] {
      %y = affine.load %A[%t floordiv symbol(%w)] : memref<?xf32>
      affine.store %y, %B[%t] : memref<?xf32>
    }
  }
  return
}
