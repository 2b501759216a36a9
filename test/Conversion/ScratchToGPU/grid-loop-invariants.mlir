// Where the grid is as large as the machine allows, its blocks run one tile each, nearly
// always: nothing is moved out of the loop over them, into registers. A small grid
// has many tiles for a block.

// RUN: polymem-opt %s --convert-scratch-to-gpu | FileCheck %s --check-prefix=AMPLE
// RUN: polymem-opt %s --convert-scratch-to-gpu="max-grid=64" | FileCheck %s --check-prefix=SMALL
// RUN: polymem-opt %s --polymem-to-ptx --mlir-print-ir-after=polymem-loop-metadata -o /dev/null 2>&1 | FileCheck %s --check-prefix=LLVM

// AMPLE: #[[LICM:.*]] = #llvm.loop_licm<disable = true>
// AMPLE: #[[ANNOTATION:.*]] = #llvm.loop_annotation<licm = #[[LICM]]>
// AMPLE: scf.for
// AMPLE: memref.store
// AMPLE-NEXT: } {llvm.loop_annotation = #[[ANNOTATION]]}

// SMALL: scf.for
// SMALL-NOT: loop_annotation

// LLVM: llvm.br {{.*}} {loop_annotation = #
func.func @tiles(%A: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scratch.tile (%i) = (%c0) to (%n) step (%c1) mapping [#gpu.block<x>] {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
