// --check proves each pipeline by polymem-check before it runs: before the first
// pass that lowers tiles, wherever that is, or in the end.

// DEFINE: %{run} = polymem-run %s --entry=smooth --sizes=N=21
// RUN: %{run} --compare --check \
// RUN:   --pipeline='polymem-tile{sizes=4},scratch-promote,convert-scratch-to-memref' \
// RUN:   --pipeline='func.func(polymem-tile{sizes=4 mapping=gpu}),func.func(scratch-promote),func.func(convert-scratch-to-gpu)' \
// RUN:   --pipeline='builtin.module(func.func(canonicalize))' \
// RUN:   --pipeline=polymem-to-cpu --pipeline='polymem-to-emulator{sizes=4}' | FileCheck %s
// CHECK-COUNT-5: smooth [pipeline {{[1-5]}}]: proved
// CHECK-COUNT-5: smooth [pipeline {{[1-5]}}]: N=21: identical
// RUN: %{run} --compare --check --emulate | FileCheck %s --check-prefix=EMULATE
// EMULATE: smooth: proved
// EMULATE: smooth: N=21: identical

// A buffer that is not filled: an error, and nothing runs.
// RUN: not %{run} --check --pipeline='polymem-tile{sizes=4},scratch-promote{promote-all},test-polymem-mutate{fault=drop-copy-in},convert-scratch-to-memref' \
// RUN:   >%t.out 2>&1
// RUN: FileCheck %s --check-prefix=FAULT --implicit-check-not="ran (" --input-file=%t.out
// FAULT: check.mlir:{{[0-9]+}}:10: error: polymem-check: dataflow violated: with
// FAULT: polymem-run: error: pipeline failed: polymem-tile

// What cannot be decided is an error, too, unless a report is asked for.
// RUN: not %{run} --entry=data --check --pipeline='polymem-tile{sizes=4},convert-scratch-to-memref' 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT-DAG: smooth: proved
// STRICT-DAG: error: polymem-check: not decided:
// RUN: %{run} --entry=data --check=report --pipeline='polymem-tile{sizes=4},convert-scratch-to-memref' >%t.out 2>%t.err
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.err
// RUN: FileCheck %s --check-prefix=RAN --implicit-check-not=proved --input-file=%t.out
// REPORT: check @smooth
// REPORT: dataflow: proved
// REPORT: check @data
// REPORT: dataflow: not decided: in the original
// RAN: smooth: N=21: ran
// RAN: data: N=21: ran

// RUN: not %{run} --check 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: --check is about what a pipeline makes of the program: give --pipeline as well
// RUN: not %{run} --check --pipeline='polymem-to-cpu{check}' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: in --pipeline 'polymem-to-cpu{check}': it has a check of its own: leave out --check, or that check
// RUN: not %{run} --check --pipeline='gpu.module(canonicalize)' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: no pass has anything to run on

func.func @smooth(%A: memref<?xf32> {polymem.shape = ["N + 1"]}, %B: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[%i + 1] : memref<?xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %B[%i] : memref<?xf32>
  }
  return
}

func.func @data(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %c = arith.cmpf olt, %a, %zero : f32
    scf.if %c {
      %d = arith.negf %a : f32
      affine.store %d, %A[%i] : memref<?xf32>
    }
  }
  return
}
