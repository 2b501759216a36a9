// What is loaded of A on the emulator: each element that a block reads once, 66
// rows of 34 for two blocks, with the corners that scratch-promote loads, and
// without them, also where loads of the two rounds of a copy come together. Without
// reuse each tile of 8 rows loads 10.
//
// RUN: polymem-run %s --compare --emulate --count --pipeline='polymem-to-emulator{block-sizes=64,32 sizes=8,32 batch-loads=1 reuse=always movement=exact}' | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: polymem-run %s --compare --emulate --count --pipeline='polymem-to-emulator{block-sizes=64,32 sizes=8,32 batch-loads=8 reuse=always movement=exact}' | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: polymem-run %s --compare --emulate --count --pipeline='polymem-to-emulator{block-sizes=64,32 sizes=8,32 batch-loads=1 reuse=always movement=box}' | FileCheck %s --check-prefixes=CHECK,BOX
// RUN: polymem-run %s --compare --emulate --count --pipeline='polymem-to-emulator{block-sizes=64,32 sizes=8,32 batch-loads=1 reuse=never movement=exact}' | FileCheck %s --check-prefixes=CHECK,NEVER
// RUN: polymem-run %s --compare --emulate --count --pipeline='polymem-to-emulator{block-sizes=64,32 sizes=8,32 batch-loads=8 reuse=never movement=exact}' | FileCheck %s --check-prefixes=CHECK,NEVER
//
// CHECK: identical
// EXACT: global load {{[0-9]+ [0-9]+}} 17920
// BOX: global load {{[0-9]+ [0-9]+}} 17952
// NEVER: global load {{[0-9]+ [0-9]+}} 21504
func.func @five_point(%A: memref<66x66xf32>, %B: memref<66x66xf32>) {
  affine.for %i = 1 to 65 {
    affine.for %j = 1 to 65 {
      %n = affine.load %A[%i - 1, %j] : memref<66x66xf32>
      %s = affine.load %A[%i + 1, %j] : memref<66x66xf32>
      %w = affine.load %A[%i, %j - 1] : memref<66x66xf32>
      %e = affine.load %A[%i, %j + 1] : memref<66x66xf32>
      %0 = arith.addf %n, %s : f32
      %1 = arith.addf %w, %e : f32
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] : memref<66x66xf32>
    }
  }
  return
}
