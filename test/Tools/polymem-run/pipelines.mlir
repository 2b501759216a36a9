// A pipeline is run as it is written: on the module, on functions, or on both
// in turn. What would run on nothing is an error, not a successful comparison.

// DEFINE: %{run} = polymem-run %s --entry=sum --compare --sizes=N=5
// RUN: %{run} --pipeline='func.func(polymem-demote-scalars),canonicalize' | FileCheck %s
// RUN: %{run} --pipeline='func.func(polymem-demote-scalars),polymem-tile{sizes=2},convert-scratch-to-memref' | FileCheck %s
// CHECK: sum: N=5: identical (1 arrays, 5 elements, 5 changed)

// Each of the parts has run: tiles cannot be executed unless they are lowered.
// RUN: not %{run} --pipeline='func.func(canonicalize),polymem-tile{sizes=2}' 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: not %{run} --pipeline='polymem-tile{sizes=2},func.func(canonicalize)' 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: not %{run} --pipeline='canonicalize,polymem-tile{sizes=2}' 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: not %{run} --pipeline='builtin.module(func.func(polymem-tile{sizes=2}))' 2>&1 | FileCheck %s --check-prefix=TILES
// TILES: cannot be executed: no lowering of 'scratch.

// RUN: not %{run} --pipeline='func.func(func.func(polymem-tile),canonicalize)' 2>&1 | FileCheck %s --check-prefix=FUNC
// FUNC: in --pipeline 'func.func(func.func(polymem-tile),canonicalize)': passes on 'func.func' inside 'func.func' have nothing to run on
// RUN: not %{run} --pipeline='builtin.module(builtin.module(canonicalize))' 2>&1 | FileCheck %s --check-prefix=MODULE
// MODULE: passes on 'builtin.module' inside 'builtin.module' have nothing to run on
// RUN: not %{run} --pipeline='func.func(builtin.module(canonicalize))' 2>&1 | FileCheck %s --check-prefix=INSIDE
// INSIDE: passes on 'builtin.module' inside 'func.func' have nothing to run on
// RUN: not %{run} --pipeline='gpu.module(canonicalize)' 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: in --pipeline 'gpu.module(canonicalize)': no pass has anything to run on
// RUN: not %{run} --pipeline='builtin.module()' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: in --pipeline 'builtin.module()'
// RUN: not %{run} --pipeline= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: in --pipeline '': expected a pass or a nested pipeline
// RUN: not %{run} --pipeline='cse,,canonicalize' 2>&1 | FileCheck %s --check-prefix=HOLE
// HOLE: in --pipeline 'cse,,canonicalize': expected a pass or a nested pipeline
// RUN: not %{run} --reference-pipeline= 2>&1 | FileCheck %s --check-prefix=EMPTY

func.func @sum(%A: memref<?xf32> {polymem.shape = ["N"]}, %N: index {polymem.param = "N"}) {
  affine.for %i = 0 to %N {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  return
}
