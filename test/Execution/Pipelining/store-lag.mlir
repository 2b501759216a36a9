// Tiles that store while the next one computes, of 0, 1, 2 and more tiles, the last one with a
// remainder: in place, and from a buffer that is only stored.

// DEFINE: %{run} = polymem-run %s --compare --uninterpreted --check-bounds --entry=twice --sizes=N=0 --sizes=N=3 --sizes=N=8 --sizes=N=11 --sizes=N=16 --sizes=N=37
// DEFINE: %{buffers} = polymem-tile{sizes=8},scratch-promote{promote-all}
// DEFINE: %{strip} = polymem-tile{block-sizes=32 sizes=8 mapping=gpu},scratch-promote{promote-all}
// RUN: %{run} --check \
// RUN:   --pipeline='%{buffers},scratch-pipeline{stages=2 store-lag=1 strict},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{buffers},scratch-pipeline{stages=3 store-lag=1 order=double strict},scratch-expand-pipeline,convert-scratch-to-memref'
// RUN: %{run} --check --emulate --emulator-seed=%seeds --async=random \
// RUN:   --pipeline='%{strip},scratch-pipeline{stages=2 store-lag=1 strict},scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}' \
// RUN:   --pipeline='%{strip},scratch-pipeline{stages=3 store-lag=1 strict},scratch-expand-pipeline,convert-scratch-to-gpu{async-copies}'

// What is stored a tile late, and what a stage fewer would do to it.
// RUN: polymem-opt %s -o %t.mlir --pass-pipeline='builtin.module(func.func(polymem-mark-origin,%{buffers},scratch-pipeline{stages=2 store-lag=1},scratch-expand-pipeline,canonicalize,cse))' --remarks-filter=scratch-expand-pipeline --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=LAG
// LAG: Lagging {{.*}}2 copies are made 1 tiles behind
// RUN: FileCheck %s --input-file %t.mlir
// CHECK: scratch.copy_in
// CHECK: scratch.tile {{.*}} iter_tokens
// CHECK-NEXT: scratch.wait
// CHECK: scratch.copy_in
// CHECK: scratch.copy_out
// CHECK: affine.for
// CHECK: scratch.yield
// CHECK: affine.apply
// CHECK: scratch.copy_out
// RUN: polymem-opt %t.mlir --polymem-check=print -o /dev/null
// RUN: sed 's/mod 24/mod 16/; s/mod 16), extents = ()\[s0\] -> (24)/mod 16), extents = ()[s0] -> (16)/' %t.mlir > %t.fewer.mlir
// RUN: not polymem-opt %t.fewer.mlir --polymem-check=print -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEWER
// FEWER: VIOLATED

func.func @twice(%A: memref<?xf32> {polymem.shape = ["N"]}, %B: memref<?xf32> {polymem.shape = ["N"]}) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %N {
    %x = affine.load %A[%i] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    affine.store %y, %A[%i] : memref<?xf32>
    affine.store %x, %B[%i] : memref<?xf32>
  }
  return
}
