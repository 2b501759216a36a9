// The box around what a thread reads holds elements that other blocks write:
// their copy, which nobody uses, raced with the copy out.

// RUN: polymem-run %s --check --compare --uninterpreted --check-bounds \
// RUN:   --pipeline='builtin.module(func.func(polymem-tile{mapping=gpu sizes=1},scratch-promote{memory-space=private promote-all movement=box partition=hull},convert-scratch-to-gpu))' \
// RUN:   | FileCheck %s
// RUN: polymem-opt %s -o /dev/null --remarks-filter=scratch-promote --remark-format=emitRemark \
// RUN:   --pass-pipeline='builtin.module(func.func(polymem-tile{mapping=gpu sizes=1},scratch-promote{memory-space=private promote-all movement=box partition=hull}))' \
// RUN:   2>&1 | FileCheck %s --check-prefix=REMARK
// CHECK: f: identical
// REMARK: arg0: only what is needed is copied in, not the box around it, of which parallel iterations of the tile may write the rest

func.func @f(%A: memref<16x16xf32>) {
  affine.for %i = 0 to 6 {
    %0 = affine.load %A[%i, 15] : memref<16x16xf32>
    %1 = affine.load %A[8, %i] : memref<16x16xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %A[8, %i + 6] : memref<16x16xf32>
  }
  return
}
