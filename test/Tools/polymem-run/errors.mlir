// Every mistake of the user has its message.

// RUN: not polymem-run %s --sizes=N=4 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: the file has several functions; choose with --entry
// RUN: not polymem-run %s --entry=nobody 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: no function 'nobody' (there are: good, no_shape, few,
// RUN: not polymem-run %s --entry=good --compare --against=nobody 2>&1 | FileCheck %s --check-prefix=AGAINST
// AGAINST: --against: no function 'nobody'
// RUN: not polymem-run %s --entry=good --compare --against=other 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: has another type than the original
// RUN: not polymem-run %s --entry=good | FileCheck %s --check-prefix=MISSING
// MISSING: good: no value for size N; give --sizes=N=..
// RUN: not polymem-run %s --entry=good --sizes=N=4,Q=3 | FileCheck %s --check-prefix=TYPO
// TYPO: size 'Q' is not one of this function's sizes (N)
// RUN: not polymem-run %s --entry=good --sizes=N:4 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: in --sizes: expected NAME=INTEGER, got 'N:4'
// RUN: not polymem-run %s --entry=good --arg=N=1 --arg=N=2 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: in --arg: size 'N' is given twice
// RUN: not polymem-run %s --entry=good --sizes=N=-1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: argument 0: extent 'N' is -1
// RUN: not polymem-run %s --entry=good --sizes=N=99999999999999 | FileCheck %s --check-prefix=HUGE
// HUGE: argument 0: the array is too large
// RUN: not polymem-run %s --entry=good --sizes=N=4 --pipeline=nonsense 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: in --pipeline 'nonsense': {{.*}}'nonsense' does not refer to a registered pass
// RUN: not polymem-run %s --entry=good --sizes=N=4 --pipeline='builtin.module(canonicalize' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: in --pipeline 'builtin.module(canonicalize': expected pass pipeline to be wrapped
// RUN: not polymem-run %s --entry=fails --pipeline=transform-interpreter 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: pipeline failed: transform-interpreter
// RUN: not polymem-run %s --entry=no_shape 2>&1 | FileCheck %s --check-prefix=NOSHAPE
// NOSHAPE: argument 0: dynamic extents need 'polymem.shape', one expression per dimension
// RUN: not polymem-run %s --entry=few 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: argument 0: 'polymem.shape' must be an array of 2 expressions, got ["N"]
// RUN: not polymem-run %s --entry=bad_expression 2>&1 | FileCheck %s --check-prefix=EXPRESSION
// EXPRESSION: argument 0: 'polymem.shape': in size expression 'N + ': expected an integer, a name or '(' at ''
// RUN: not polymem-run %s --entry=no_param 2>&1 | FileCheck %s --check-prefix=NOPARAM
// NOPARAM: argument 0: index arguments need 'polymem.param', a size expression, or 'polymem.range'
// RUN: not polymem-run %s --entry=float_param 2>&1 | FileCheck %s --check-prefix=FLOATPARAM
// FLOATPARAM: argument 0: 'polymem.param' is for integer and index arguments
// RUN: not polymem-run %s --entry=bad_range 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: argument 0: 'polymem.range' must be [lower, upper) of integers, got ["0"]
// RUN: not polymem-run %s --entry=layout 2>&1 | FileCheck %s --check-prefix=LAYOUT
// LAYOUT: argument 0: arrays must have the identity layout
// RUN: not polymem-run %s --entry=tensor 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: argument 0: type 'tensor<4xf32>' is not supported; use memrefs or scalars of index
// RUN: not polymem-run %s --entry=result 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: result 0: type 'memref<4xf32>' is not supported; only scalars are
// RUN: not polymem-run %s --entry=external 2>&1 | FileCheck %s --check-prefix=EXTERNAL
// EXTERNAL: has no body to execute
// RUN: not polymem-run %s --entry=gpu 2>&1 | FileCheck %s --check-prefix=LOWERING
// LOWERING: cannot be executed: no lowering of 'gpu.{{.*}}' to the LLVM dialect
// RUN: not polymem-run %s --entry=fails --compare | FileCheck %s --check-prefix=ASSERT
// ASSERT: fails (original): always false
// RUN: not polymem-run %s --entry=aborts | FileCheck %s --check-prefix=ABORT
// ABORT: aborts: the program aborted
// RUN: not polymem-run %s --entry=erased --pipeline=symbol-dce 2>&1 | FileCheck %s --check-prefix=ERASED
// ERASED: erased: the lowered module has no function 'erased'
// RUN: not polymem-run %s --entry=intrinsic 2>&1 | FileCheck %s --check-prefix=TRANSLATION
// TRANSLATION: intrinsic: translation to LLVM IR failed
// RUN: not polymem-run %s --entry=square --sizes=N=5000000000 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: square: N=5000000000: size expression 'N * N' overflows
// RUN: not polymem-run %s --entry=good --sizes=N=4 --against=good 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: --against compares: give --compare as well
// RUN: not polymem-run %s --entry=good --sizes=N=4 --reference-pipeline=canonicalize --pipeline=cse 2>&1 | FileCheck %s --check-prefix=REFERENCE
// REFERENCE: --reference-pipeline is for the reference of a comparison: give --compare as well
// RUN: not polymem-run %s --entry=aborts --compare 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: --compare: 'aborts' has no result and no array that is live-out: there is nothing to compare

func.func @good(%A: memref<?xf32> {polymem.shape = ["N"]}) {
  return
}
func.func @no_shape(%A: memref<?xf32>) {
  return
}
func.func @few(%A: memref<?x?xf32> {polymem.shape = ["N"]}) {
  return
}
func.func @bad_expression(%A: memref<?xf32> {polymem.shape = ["N + "]}) {
  return
}
func.func @no_param(%n: index) {
  return
}
func.func @float_param(%x: f32 {polymem.param = "N"}) {
  return
}
func.func @bad_range(%A: memref<4xi32> {polymem.range = ["0"]}) {
  return
}
func.func @layout(%A: memref<4xf32, strided<[2], offset: 0>>) {
  return
}
func.func @tensor(%A: tensor<4xf32>) {
  return
}
func.func @result() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
func.func private @external()
func.func @other(%A: memref<?x?xf32> {polymem.shape = ["N", "N"]}) {
  return
}
func.func @gpu() {
  %x = gpu.thread_id x
  gpu.barrier
  return
}
func.func @fails() -> i32 {
  %false = arith.constant false
  %zero = arith.constant 0 : i32
  cf.assert %false, "always false"
  return %zero : i32
}
func.func private @abort()
func.func @aborts() {
  call @abort() : () -> ()
  return
}
func.func private @erased() {
  return
}
func.func @intrinsic() {
  llvm.call_intrinsic "llvm.no.such.thing"() : () -> ()
  return
}
func.func @square(%A: memref<?xf32> {polymem.shape = ["N * N"]}) {
  return
}
