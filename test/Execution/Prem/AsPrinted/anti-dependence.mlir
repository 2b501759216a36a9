// DEFINE: %{rule} =
// DEFINE: %{run} = polymem-run %s --compare --reference-pipeline='builtin.module(func.func(convert-scratch-to-memref))' --pipeline='builtin.module(func.func(convert-scratch-to-prem{strict %{rule}},prem-tell-accesses),prem-expand-components,canonicalize,cse,convert-prem-to-llvm)'
// REDEFINE: %{rule} = as-printed=cores
// RUN: not %{run} | FileCheck %s --check-prefix=PRINTED
// REDEFINE: %{rule} =
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=REFUSED

// P4, write after read across cores, which the paper does not look for:
// a[i] = a[i + 1] on two cores. The second one stores what the first one has
// yet to load. (On one core: serial.mlir.)

// PRINTED: no barrier
// REFUSED: a tile stores what a tile on another core loads or stores
#box = #scratch.mapping<(d0)[s0] -> (d0 - s0), extents = ()[s0] -> (9)>
#in = affine_set<(d0)[s0] : (d0 - s0 - 1 >= 0, -d0 + s0 + 8 >= 0)>
#out = affine_set<(d0)[s0] : (d0 - s0 >= 0, -d0 + s0 + 7 >= 0)>
func.func @shift(%A: memref<97xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c96 = arith.constant 96 : index
  scratch.tile (%t) = (%c0) to (%c96) step (%c8) mapping [#prem.core<0>] attributes {prem.plan = #prem.plan<tile = [8], groups = [2]>} {
    %b = scratch.alloc()[%t] : memref<97xf32, #box>
    scratch.copy_in %A to %b over [#in](%t) : memref<97xf32> to memref<97xf32, #box>
    affine.for %i = %t to affine_map<(d0) -> (d0 + 8)>(%t) {
      %x = affine.load %b[%i + 1] : memref<97xf32, #box>
      affine.store %x, %b[%i] : memref<97xf32, #box>
    }
    scratch.copy_out %b to %A over [#out](%t) : memref<97xf32, #box> to memref<97xf32>
  }
  return
}
