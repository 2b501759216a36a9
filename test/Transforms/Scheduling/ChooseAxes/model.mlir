// With passes to launches, the cost model decides: for one size the skewed loops take less time, for the
// other, where most of their tiles are empty, more; the remarks have both times.
// DEFINE: %{launches} = polymem-tile{mapping=gpu},scratch-promote{memory-space=workgroup},scratch-hoist-copies,convert-scratch-to-gpu,canonicalize,cse,lower-affine,canonicalize,cse
// DEFINE: %{axes} = polymem-opt %t.mlir --remarks-filter=polymem-choose-axes --remark-policy=all
// RUN: polymem-opt %s --polymem-schedule -o %t.mlir
// RUN: %{axes} --pass-pipeline='builtin.module(func.func(polymem-choose-axes{pipeline="%{launches}" assume=M=256,N=256}))' -o %t.skewed.mlir 2>&1 | FileCheck %s --check-prefix=SKEWED
// RUN: FileCheck %s --check-prefix=IR < %t.skewed.mlir
// RUN: %{axes} --pass-pipeline='builtin.module(func.func(polymem-choose-axes{pipeline="%{launches}" assume=M=32,N=4096 max-variants=1}))' -o %t.as-is.mlir 2>&1 | FileCheck %s --check-prefix=STRAIGHT
// RUN: diff %t.mlir %t.as-is.mlir

// SKEWED:   Axes {{.*}} Directions="2 of 2 references along i1 - i0; 2 of 2 references along i0 - i1; 0 of 2 references along i1; 0 of 2 references along i0"
// SKEWED:   [Passed] Skewed {{.*}} Default={{[0-9.]+}}, Direction="i1 - i0", Microseconds={{[0-9.]+}}
// STRAIGHT: NotSkewed {{.*}} Default={{[0-9.]+}}, Direction="i1 - i0", Microseconds={{[0-9.]+}}
// IR:       affine.for %[[D:.*]] = 0 to
// IR:         affine.for %[[J:.*]] = max
func.func @diagonals(%A: memref<?x?xf32> {polymem.shape = ["M + N", "N"]},
                     %B: memref<?x?xf32> {polymem.shape = ["M + N", "N"]},
                     %M: index {polymem.param = "M"}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      %a = affine.load %A[%i + %j, %j] : memref<?x?xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %B[%i + %j, %j] : memref<?x?xf32>
    }
  }
  return
}
