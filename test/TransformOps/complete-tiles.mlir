// The operation does what the pass does with the same options; where nothing is completed, it
// says why.

// DEFINE: %{sums} = %S/../Transforms/Registers/CompleteTiles/sums.mlir
// DEFINE: %{script} = %s
// DEFINE: %{steps} = transform-preload-library{transform-library-paths=%{script}},transform-interpreter
// RUN: polymem-opt %{sums} --pass-pipeline='builtin.module(%{steps})' -o %t.script.mlir
// RUN: polymem-opt %{sums} --polymem-complete-tiles='block-size=16 max-more=0.5 assumed-size=100' -o %t.pass.mlir
// RUN: diff %t.script.mlir %t.pass.mlir
// RUN: grep -c 'arith.constant 0.0' %t.script.mlir

// At 100 rows, four blocks of 32 have 28 more.
// RUN: sed 's/max_more = 0.5/max_more = 0.25/' %s > %t.few.mlir
// REDEFINE: %{script} = %t.few.mlir
// RUN: not polymem-opt %{sums} --pass-pipeline='builtin.module(%{steps})' 2>&1 | FileCheck %s
// CHECK: sums.mlir:{{.*}}: error: polymem-complete-tiles: {{.*}}iterations
// CHECK: few.mlir:{{.*}}: note: asked for by 'transform.polymem.complete_tiles'

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %f1 = transform.polymem.complete_tiles %f {block_size = [16], max_more = 0.5, assumed_size = 100} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
