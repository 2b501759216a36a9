// DEFINE: %{rule} =
// DEFINE: %{run} = polymem-run %s --compare --reference-pipeline='builtin.module(func.func(convert-scratch-to-memref))' --pipeline='builtin.module(func.func(convert-scratch-to-prem{strict %{rule}},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)'
// REDEFINE: %{rule} = as-printed=write-back
// RUN: not %{run} | FileCheck %s --check-prefix=PRINTED
// REDEFINE: %{rule} =
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: sed 's/groups = .2./groups = [1]/' %s > %t.mlir && polymem-run %t.mlir --compare --reference-pipeline='builtin.module(func.func(convert-scratch-to-memref))' --pipeline='builtin.module(func.func(convert-scratch-to-prem{strict},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)' | FileCheck %s --check-prefix=ONE

// P4, hull write-back (5.3.1 as printed), two cores: each stores every other
// element, and the box around them, in which the other one stores, too. On one core, boxes are stored before they are loaded again.

// PRINTED: lost update
// ONE: hull: identical
// REFUSED: the box around what a tile stores has elements that it does not store, but another core or another buffer does
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (8)>
#some = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0, (d0 - s0) mod 2 == 0)>
func.func @hull(%A: memref<97xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  scratch.tile (%t) = (%c0) to (%c2) step (%c1) mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [1], groups = [2]>} {
    %b = scratch.alloc()[%t] : memref<97xf32, #box>
    scratch.copy_in %A to %b over [#some](%t) : memref<97xf32> to memref<97xf32, #box>
    affine.for %i = 0 to 4 {
      %x = affine.load %b[%i * 2 + symbol(%t)] : memref<97xf32, #box>
      %y = arith.addf %x, %one : f32
      affine.store %y, %b[%i * 2 + symbol(%t)] : memref<97xf32, #box>
    }
    scratch.copy_out %b to %A over [#some](%t) : memref<97xf32, #box> to memref<97xf32>
  }
  return
}
