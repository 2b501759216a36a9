// Whatever step the budget of isl operations ends in, the program is right: tiles that hand on what they have in common and are in
// flight, and others that are prefetched, with budgets from none to enough.

// DEFINE: %{strip} = polymem-tile{block-sizes=0,8 sizes=4,8},scratch-promote{promote-all},scratch-hoist-copies
// RUN: polymem-run %s --compare --uninterpreted --check-bounds --sizes=N=3,M=3 --sizes=N=23,M=13 \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=1 warnings=false},scratch-pipeline{stages=3 max-isl-operations=1 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=100 warnings=false},scratch-pipeline{stages=3 max-isl-operations=100 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=1000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=1000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=4000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=4000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=8000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=8000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=9000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=9000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=10000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=10000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=11000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=11000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=12000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=12000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=14000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=14000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=16000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=16000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=20000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=20000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=24000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=24000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-reuse{max-isl-operations=32000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=32000 warnings=false},scratch-expand-pipeline,convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-pipeline{stages=2},scratch-prefetch-tiles{max-isl-operations=1 warnings=false},convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-pipeline{stages=2},scratch-prefetch-tiles{max-isl-operations=100 warnings=false},convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-pipeline{stages=2},scratch-prefetch-tiles{max-isl-operations=1000 warnings=false},convert-scratch-to-memref' \
// RUN:   --pipeline='%{strip},scratch-pipeline{stages=2},scratch-prefetch-tiles{max-isl-operations=10000 warnings=false},convert-scratch-to-memref' \
// RUN:   | FileCheck %s
// CHECK-NOT: different
// CHECK: halo{{.*}}: identical
// CHECK-NOT: different

// The least ends before anything is done, the largest one behind all decisions.
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(%{strip},scratch-reuse{max-isl-operations=1000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=1000 warnings=false}))' | FileCheck %s --check-prefix=LITTLE
// RUN: polymem-opt %s --pass-pipeline='builtin.module(func.func(%{strip},scratch-reuse{max-isl-operations=32000 warnings=false},scratch-pipeline{stages=3 max-isl-operations=32000 warnings=false}))' | FileCheck %s --check-prefix=ENOUGH
// LITTLE-NOT: {{shared_cells|scratch.pipeline}}
// ENOUGH: shared_cells
// ENOUGH: pipeline = #scratch.pipeline<lead = 2
func.func @halo(%A: memref<?x?xf32> {polymem.shape = ["N", "M"]}, %B: memref<?x?xf32> {polymem.shape = ["N", "M"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
    affine.for %j = 0 to %m {
      %x = affine.load %A[%i - 1, %j] : memref<?x?xf32>
      %y = affine.load %A[%i + 1, %j] : memref<?x?xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
